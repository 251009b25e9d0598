"""Serves the app with waitress and says where to find it."""

from __future__ import annotations

import errno
import logging
import os
import signal
import sys
from typing import Any, NoReturn

from flask import Flask
from waitress.server import create_server

from companion import ready_app
from companion.config import MIB, CannotStart
from companion.table.store import WRITERS
from companion.web.visitor.visit import EVERYWHERE, lan_addresses

THREADS = 2 * WRITERS
# Seconds after which a thread that folds a long journal lets others run; Python's 5 ms add up.
SWITCH_INTERVAL = 0.0005
IDLE, LOOK_ROUND = 60, 10  # seconds without a byte that end a connection, and how often we look


def serve() -> int:
    """Serve until Ctrl-C or SIGTERM."""
    host, port = os.environ.get("HOST") or EVERYWHERE, wanted_port()
    app = ready_app()
    server = listening(app, host, port)
    sys.setswitchinterval(SWITCH_INTERVAL)
    signal.signal(signal.SIGTERM, stop)
    for line in greeting(host, port):
        print(line, flush=True)
    app.logger.info("Guildbook serves on %s port %s", host, port)
    # waitress takes KeyboardInterrupt as the sign to finish what it is doing and return.
    server.run()
    app.logger.info("Guildbook has stopped")
    return 0


def wanted_port() -> int:
    """PORT as a number, or a sentence about it."""
    text = os.environ.get("PORT") or "8000"
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise CannotStart(f"PORT must be a number from 1 to 65535, not {text!r}.")
    return int(text)


def listening(app: Flask, host: str, port: int) -> Any:
    """A server that already holds its port."""
    # Five requests at once are no news; a line for each would be most of what it has to do.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    try:
        server = create_server(
            app, host=host, port=port, threads=THREADS, ident=None, asyncore_use_poll=True,
            # What is larger than the app takes is read so far that it can say so itself.
            max_request_body_size=16 * MIB,
            # Browsers keep one or two open: room for a club, below the usual 1,024 open files.
            connection_limit=950,
            channel_timeout=IDLE, cleanup_interval=LOOK_ROUND,
            # Who sends many requests and fetches no answers: few are read ahead, and the answers
            # wait in a file instead of holding a thread.
            recv_bytes=2048, outbuf_high_watermark=512 * MIB,
            channel_request_lookahead=1,  # else nobody notices that a visitor has left
            # The app itself decides whether to believe a proxy, alike under every server.
            clear_untrusted_proxy_headers=False,
        )  # fmt: skip
        app.config["LISTENS_ON"] = host
        return server
    except OSError as problem:
        if problem.errno == errno.EADDRINUSE:
            raise CannotStart(
                f"Port {port} is in use. Choose another, such as PORT={port % 65535 + 1}."
            ) from problem
        raise CannotStart(f"Cannot listen on {host} port {port}: {problem.strerror}.") from problem
    except ValueError as problem:
        raise CannotStart(f"HOST must be an address of this machine, not {host!r}.") from problem


def stop(_number: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt


def greeting(host: str, port: int) -> list[str]:
    """Where this machine, and phones on the same network, find the app."""
    shown = f"[{host}]" if ":" in host else host
    here = "localhost" if host in (EVERYWHERE, "::") else shown
    return [
        f"Guildbook is open at http://{here}:{port}",
        *(f"For phones on the same network: http://{ip}:{port}" for ip in lan_addresses(host)),
        "Press Ctrl-C to stop it.",
    ]
