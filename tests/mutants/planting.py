"""The mutants of a file: which of Cosmic Ray's changes are planted, and where not."""

import ast
import random
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

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


def mutants_of(path: Path, sample: float, seed: int) -> list[Mutant]:
    """The mutants of a file in the order of its lines; with ``sample`` below 1 only that part of them, by chance."""
    source = path.read_text(encoding="utf-8")
    tree = get_ast(source)
    spared = _spared(source)
    found: list[Mutant] = []
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        positions = [start for node in ast_nodes(tree) for start, _ in operator.mutation_positions(node)]
        for occurrence, start in enumerate(positions):
            if any(first <= start < last for first, last in spared):
                continue
            code = mutate_code(source, operator, occurrence)
            if code is not None and code != source and _compiles(code):
                found.append(Mutant(path.as_posix(), start[0], *_difference(source, code), code))
    unique = list({(mutant.line, mutant.code): mutant for mutant in found}.values())
    unique.sort(key=lambda mutant: (mutant.line, mutant.added))
    if sample >= 1:
        return unique
    chosen = random.Random(f"{seed} {path.as_posix()}").sample(range(len(unique)), round(len(unique) * sample))
    return [unique[index] for index in sorted(chosen)]


def _compiles(code: str) -> bool:
    try:
        ast.parse(code)
    except SyntaxError:
        return False
    return True


def _spared(source: str) -> list[tuple[Position, Position]]:
    """Where a fault says nothing: annotations and the types of isinstance, decorators, imports."""
    return [
        ((node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or node.col_offset))
        for node in _without_meaning(ast.parse(source))
    ]


def _without_meaning(tree: ast.Module) -> Iterator[ast.expr]:
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
        value = statement.value if isinstance(statement, ast.Assign) else None
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr) and _is_union(value):
            yield value


def _is_union(value: ast.expr) -> bool:
    """The name of a union of types, not a computed word of bits."""
    if isinstance(value, ast.BinOp):
        return _is_union(value.left) and _is_union(value.right)
    return isinstance(value, ast.Name) and not value.id.isupper()


def _difference(source: str, code: str) -> tuple[str, str]:
    lines = list(unified_diff(source.splitlines(), code.splitlines(), lineterm="", n=0))[2:]
    removed = " ".join(line[1:].strip() for line in lines if line.startswith("-"))
    added = " ".join(line[1:].strip() for line in lines if line.startswith("+"))
    return removed, added
