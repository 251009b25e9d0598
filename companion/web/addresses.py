"""The address under which phones reach this server, for links and codes."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import current_app, request, url_for

from companion.network import lan_addresses

LOCAL = ("localhost", "127.0.0.1", "[::1]", "::1")


def join_address(token: str) -> str:
    """A table's whole address as another phone can open it."""
    return base() + url_for("table.home", token=token)


def base() -> str:
    """PUBLIC_URL if set; at home the network's address instead of localhost; else as asked."""
    public = current_app.config.get("PUBLIC_URL")
    if public:
        return str(public).rstrip("/")
    address = urlsplit(request.host_url)
    if (address.hostname or "") not in LOCAL:
        return request.host_url.rstrip("/")
    chosen = request.args.get("network", "")
    networks = choices()
    host = chosen if chosen in networks else (networks or ["localhost"])[0]
    port = f":{address.port}" if address.port else ""
    return f"{address.scheme}://{host}{port}"


def choices() -> list[str]:
    """The networks this machine is in, where there is something to choose."""
    return lan_addresses()
