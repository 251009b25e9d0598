"""The network addresses of this machine, found without sending anything."""

from __future__ import annotations

import socket
from contextlib import suppress

EVERYWHERE = "0.0.0.0"


def lan_addresses(host: str = EVERYWHERE) -> list[str]:
    """This machine's addresses on its networks, if it listens there."""
    if host != EVERYWHERE:
        return []
    found = {outward_address()}
    with suppress(OSError):
        named = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found |= {str(address[0]) for *_, address in named}
    return sorted(ip for ip in found if ip and not ip.startswith("127."))


def outward_address() -> str | None:
    """The address that packets to elsewhere would be sent from; connecting UDP sends none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
