"""The mutants of a file: which of Cosmic Ray's changes are planted, and where not."""

import ast
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator
from parso.tree import NodeOrLeaf

OPERATORS = (
    *(f"ReplaceBinaryOperator_{change}" for change in (
        "Add_Sub", "Sub_Add", "Mul_Add", "Div_Mul", "FloorDiv_Mul", "Mod_Mul", "Pow_Mul", "BitAnd_BitOr",
        "BitOr_BitAnd", "BitXor_BitAnd", "LShift_RShift", "RShift_LShift",
    )),
    *(f"ReplaceComparisonOperator_{change}" for change in (
        "Eq_NotEq", "NotEq_Eq", "Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Lt_Gt", "Gt_Lt", "LtE_GtE", "GtE_LtE",
        "Is_IsNot", "IsNot_Is",
    )),
    "ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_USub_UAdd", "ReplaceUnaryOperator_Delete_Invert",
    "AddNot", "ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue",
    "NumberReplacer", "ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ZeroIterationForLoop",
)  # fmt: skip
"""One change of each kind: Cosmic Ray's others (every operator by every other) say little more and take ten times."""

Position = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One file with one fault."""

    path: str
    line: int
    """Where the fault is, from 1."""
    removed: str
    """The lines that it changes, without what is around them."""
    added: str
    code: str
    """The whole file."""


def _any_line(_: str) -> bool:
    return True


def mutants_of(
    path: Path, sample: float, seed: int, *, measures: bool = True, in_line: Callable[[str], bool] = _any_line
) -> list[Mutant]:
    """The mutants of a file in the order of its lines; with ``sample`` below 1 only that part of them, by chance.

    Without ``measures``, constants that are nothing but numbers stay as they are. ``in_line`` says of a line whether a
    fault may begin in it: to plant one takes as long as to parse the file.
    """
    source = path.read_text(encoding="utf-8")
    tree = get_ast(source)
    lines = source.splitlines()
    spared = _spared(source, measures=measures)
    places = [
        (operator, occurrence)
        for operator in (get_operator(f"core/{name}")() for name in OPERATORS)
        for occurrence, (start, _) in enumerate(_positions(operator, tree))
        if in_line(lines[start[0] - 1].strip()) and not any(first <= start < last for first, last in spared)
    ]
    if sample < 1:
        chosen = random.Random(f"{seed} {path.as_posix()}").sample(range(len(places)), round(len(places) * sample))
        places = [places[index] for index in sorted(chosen)]
    codes = (mutate_code(source, operator, occurrence) for operator, occurrence in places)
    changed = {code for code in codes if code is not None and code != source and _compiles(code)}
    return sorted(
        (Mutant(path.as_posix(), *_difference(source, code), code) for code in changed),
        key=lambda mutant: (mutant.line, mutant.added),
    )


def _positions(operator: Operator, tree: NodeOrLeaf) -> Iterator[tuple[Position, Position]]:
    for node in ast_nodes(tree):
        yield from operator.mutation_positions(node)


def _compiles(code: str) -> bool:
    try:
        ast.parse(code)
    except SyntaxError:
        return False
    return True


def _spared(source: str, *, measures: bool) -> list[tuple[Position, Position]]:
    """Where a fault says nothing: annotations and the types of isinstance, decorators, imports for types.

    Without ``measures`` also the seconds, bytes and connections that are named at the top of a file.
    """
    tree = ast.parse(source)
    return [
        ((node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or node.col_offset))
        for node in (*_without_meaning(tree), *(() if measures else _measures(tree)))
    ]


def _measures(tree: ast.Module) -> Iterator[ast.expr]:
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and all(map(_is_number, ast.walk(statement.value))):
            yield statement.value


def _is_number(node: ast.AST) -> bool:
    """Whether ``node`` may be a part of what is only a number, or several."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int | float) and not isinstance(node.value, bool)
    return isinstance(node, ast.Tuple | ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop | ast.expr_context)


def _without_meaning(tree: ast.Module) -> Iterator[ast.expr | ast.stmt]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from node.decorator_list
        if isinstance(node, ast.FunctionDef) and node.returns is not None:
            yield node.returns
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            yield node.annotation
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            yield node.args[1]
    for statement in tree.body:
        if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
            yield statement
        value = statement.value if isinstance(statement, ast.Assign) else None
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr) and _is_union(value):
            yield value


def _is_union(value: ast.expr) -> bool:
    """The name of a union of types, not a computed word of bits."""
    if isinstance(value, ast.BinOp):
        return _is_union(value.left) and _is_union(value.right)
    return isinstance(value, ast.Name) and not value.id.isupper()


def _difference(source: str, code: str) -> tuple[int, str, str]:
    """The first line that is changed, and its lines before and after."""
    head, *lines = list(unified_diff(source.splitlines(), code.splitlines(), lineterm="", n=0))[2:]
    removed = " ".join(line[1:].strip() for line in lines if line.startswith("-"))
    added = " ".join(line[1:].strip() for line in lines if line.startswith("+"))
    return int(re.findall(r"\d+", head)[0]), removed, added
