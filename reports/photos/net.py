"""The net that reads one digit: three convolutions and a dense layer, in numpy.

Its weights are in ``assets/digits/weights.npz``, made by ``assets/digits/train.py``.
"""

from functools import cache
from importlib.resources import files

from reports.photos.arrays import Floats

STRUCK = 10
"""The class of what is crossed out or blackened, after the ten digits."""
CLASSES = 11
_LAYERS = (("a", True), ("b", True), ("c", False))
"""The convolutions, and whether the largest of each four values follows."""
_BATCH = 256


@cache
def _weights() -> dict[str, Floats]:
    import numpy as np

    with files("assets.digits").joinpath("weights.npz").open("rb") as file, np.load(file) as stored:
        kept = {name: stored[name] for name in stored.files}
    found = {"temperature": kept["temperature"].astype(np.float32)}
    for name in "abcd":
        scale = kept[f"{name}_scale"]
        found[name] = kept[name].astype(np.float32).reshape(len(scale), -1) * scale[:, None]
        found[f"{name}_bias"] = kept[f"{name}_bias"]
    return found


def probabilities(pictures: Floats) -> Floats:
    """How probable each class is for each picture of shape (n, 28, 28): shape (n, 11), each row of sum 1."""
    import numpy as np

    weights = _weights()
    parts = [np.zeros((0, CLASSES), np.float32)]
    for start in range(0, len(pictures), _BATCH):
        values = pictures[start : start + _BATCH, None].astype(np.float32)
        for name, pooled in _LAYERS:
            values = _convolved(values, weights[name], weights[f"{name}_bias"], pooled=pooled)
        outputs = values.reshape(len(values), -1) @ weights["d"].T + weights["d_bias"]
        outputs /= weights["temperature"]
        powers = np.exp(outputs - outputs.max(axis=1, keepdims=True))
        parts.append(powers / powers.sum(axis=1, keepdims=True))
    return np.concatenate(parts).astype(np.float64)


def _convolved(values: Floats, kernel: Floats, bias: Floats, *, pooled: bool) -> Floats:
    import numpy as np

    side = round((kernel.shape[1] / values.shape[1]) ** 0.5)
    windows = np.lib.stride_tricks.sliding_window_view(values, (side, side), (2, 3))
    count, _, high, wide = windows.shape[:4]
    columns = windows.transpose(0, 2, 3, 1, 4, 5).reshape(count * high * wide, -1)
    result = (columns @ kernel.T + bias).reshape(count, high, wide, -1).transpose(0, 3, 1, 2)
    if pooled:
        high, wide = high // 2, wide // 2
        blocks = result[:, :, : high * 2, : wide * 2].reshape(count, len(kernel), high, 2, wide, 2)
        result = blocks.max(axis=(3, 5))
    positive: Floats = np.maximum(result, 0)
    return positive
