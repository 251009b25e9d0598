"""Templates compiled to plain Python: an attribute is an attribute, a call is a call.

Jinja asks its environment for each attribute, its context for each call, and makes an object of
each piece of text: a third of what it takes to draw a page. Here a name that is not there fails
instead of drawing nothing, and functions given to templates cannot ask for Jinja's context.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from markupsafe import Markup, _escape_inner, escape


def escaped(value: Any) -> str:
    """A value as it may stand in a page."""
    kind = type(value)
    if kind is str:
        return _escape_inner(value)  # gives text, which is all we need
    return value if kind is Markup else escape(value)


class PlainContext(Context):
    """Made anew for every include, so it does not ask again what is the same for all templates:
    which names are everybody's, and whether values are escaped."""

    def __init__(self, environment: Environment, parent: Any, name: Any, blocks: Any, **_: Any):
        self.environment, self.parent, self.name = environment, parent, name
        self.eval_ctx = _escaping(environment, name)
        self.vars, self.exported_vars, self.globals_keys = {}, set(), set()
        self.blocks = {key: [block] for key, block in blocks.items()}


@lru_cache(1024)
def _escaping(environment: Environment, name: str | None) -> nodes.EvalContext:
    return nodes.EvalContext(environment, name)


class PlainCode(CodeGenerator):
    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        self.writeline(f"from {__name__} import escaped")
        super().visit_Template(node, frame)

    def _import_common(self, node: nodes.Import | nodes.FromImport, frame: Frame) -> None:
        if node.with_context:
            return super()._import_common(node, frame)
        self.write("environment.get_template(")
        self.visit(node.template, frame)
        self.write(")._get_default_module()")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        self.visit(node.node, frame)
        self.write("(")
        starred = [("*", node.dyn_args), ("**", node.dyn_kwargs)]
        for star, argument in (*(("", each) for each in (*node.args, *node.kwargs)), *starred):
            if argument is not None:
                self.write(star)
                self.visit(argument, frame)
                self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile:
            self.write("escaped(")
        else:
            super()._output_child_pre(node, frame, finalize)
