"""JSON Schema of Python types: of the rows in a game's files, and of the API's answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

Schema = dict[str, Any]
PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Any: {},
}


def schema_of(hint: Any, special: Callable[[Any], Schema | None]) -> Schema:
    """What a value of this type looks like; `special` answers first, for types that it knows."""
    known = special(hint)
    if known is not None:
        return known
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return {"enum": [str(one) for one in hint]}
    if is_typeddict(hint):
        return object_schema(hint, special)
    return _generic(hint, special)


def object_schema(kind: Any, special: Callable[[Any], Schema | None]) -> Schema:
    """An object by its TypedDict; it may have further properties."""
    hints = get_type_hints(kind)
    return {
        "type": "object",
        "required": [name for name in hints if name in kind.__required_keys__],
        "properties": {name: schema_of(hint, special) for name, hint in hints.items()},
    }


def _generic(hint: Any, special: Callable[[Any], Schema | None]) -> Schema:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Callable:
        return {"type": "string", "description": "the name of a verb"}
    if origin in (Mapping, dict):
        return {"type": "object", "additionalProperties": schema_of(args[1], special)}
    if origin is tuple and args[-1] is not Ellipsis:
        sizes = {"minItems": len(args), "maxItems": len(args)}
        kinds = [schema_of(arg, special) for arg in args]
        return {"type": "array", "prefixItems": kinds, **sizes}
    if origin in (tuple, list):
        return {"type": "array", "items": schema_of(args[0], special)}
    if origin in (Union, UnionType):
        kinds = [schema_of(arg, special) for arg in args]
        others = [kind for kind in kinds if kind != PLAIN[NoneType]]
        if len(others) == 1 and "type" in others[0]:  # the other kind is null
            return {**others[0], "type": [others[0]["type"], "null"]}
        return {"anyOf": kinds}
    raise TypeError(f"no schema for {hint}")
