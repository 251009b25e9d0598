.PHONY: lock
lock: ## pin requirements*.in into requirements*.txt (needs uv)
	python3 tools/lock.py
