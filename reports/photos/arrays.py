"""The arrays that pictures and readings are made of; numpy is imported where it is used, as it takes a while."""

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bytes: TypeAlias = NDArray[Any]
    """A grey picture of whole numbers, 255 white, row by row from the top."""
    Floats: TypeAlias = NDArray[Any]
    """Numbers with decimals."""
else:
    Bytes = Floats = object

__all__ = ["Bytes", "Floats"]
