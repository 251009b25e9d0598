"""The address by which other phones reach a table, for links and QR codes."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from flask import current_app, request

from companion.web.guards.proxy import full_address
from companion.web.visitor.network import EVERYWHERE, lan_addresses

LOCAL = ("localhost", "127.0.0.1", "::1")


def join_address(token: str) -> str:
    """The absolute URL of a table for other phones."""
    return reachable(full_address("table.home", token=token))


def reachable(address: str) -> str:
    """An absolute URL; on a home network with this machine's address instead of localhost."""
    parts = urlsplit(address)
    networks = choices()
    if parts.hostname not in LOCAL or not networks:
        return address
    asked = request.args.get("network", "")
    host = asked if asked in networks else networks[0]
    port = f":{parts.port}" if parts.port else ""
    return urlunsplit(parts._replace(netloc=host + port))


def choices() -> list[str]:
    """The addresses of this machine on its networks, as far as it listens there."""
    return lan_addresses(current_app.config.get("LISTENS_ON", EVERYWHERE))
