"""Learns the net that reads the digits of score sheets.  Run: python assets/digits/train.py CUT_OUTS.npz [--epochs N]

The cut-outs come from ``python -m tests.photos.cut_digits``. The net has three convolutions and one dense layer with
eleven outputs: the ten digits, and what is struck out. It is trained by Adam on the cross entropy, with digits shifted
by up to two pixels each time. The weights are then rounded to eight bits, a scale for each output, and one temperature
is fitted on digits from which nothing was learnt: it makes the probabilities as sure as they are right.

The seed is fixed; on another processor or library the last digits of a sum may differ, and so may single weights.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
TARGET = Path(__file__).with_name("weights.npz")
SEED = 58
SHAPES = {"a": (12, 1, 5, 5), "b": (24, 12, 3, 3), "c": (40, 24, 3, 3), "d": (11, 360)}
"""Outputs, inputs, and the sides of each convolution; then the dense layer."""
BATCH = 64
RATE = 2e-3


class Net:
    """Weights in floats, with the gradients of a batch."""

    def __init__(self, random: np.random.Generator) -> None:
        self.weights: dict[str, Array] = {}
        for name, shape in SHAPES.items():
            spread = np.sqrt(2 / np.prod(shape[1:]))
            self.weights[name] = random.normal(0, spread, shape).astype(np.float32)
            self.weights[f"{name}0"] = np.zeros(shape[0], np.float32)

    def forward(self, pictures: Array, kept: dict[str, Any] | None = None) -> Array:
        """The eleven outputs for each picture of shape (n, 28, 28), before the softmax."""
        values = pictures[:, None]
        for name in "abc":
            values = self._layer(name, values, kept, pooled=name != "c")
        flat = values.reshape(len(values), -1)
        if kept is not None:
            kept["d"] = flat
        outputs: Array = flat @ self.weights["d"].T + self.weights["d0"]
        return outputs

    def _layer(self, name: str, values: Array, kept: dict[str, Any] | None, *, pooled: bool) -> Array:
        kernel = self.weights[name]
        side = kernel.shape[2]
        windows = np.lib.stride_tricks.sliding_window_view(values, (side, side), (2, 3))
        count, _, high, wide = windows.shape[:4]
        columns = windows.transpose(0, 2, 3, 1, 4, 5).reshape(count * high * wide, -1)
        sums = columns @ kernel.reshape(len(kernel), -1).T + self.weights[f"{name}0"]
        result = sums.reshape(count, high, wide, -1).transpose(0, 3, 1, 2)
        if pooled:
            high, wide = high // 2 * 2, wide // 2 * 2
            blocks = result[:, :, :high, :wide].reshape(count, len(kernel), high // 2, 2, wide // 2, 2)
            best = blocks.max(axis=(3, 5))
        else:
            blocks, best = None, result
        if kept is not None:
            kept[name] = (columns, values.shape, result.shape, blocks, best)
        positive: Array = np.maximum(best, 0)
        return positive

    def gradients(self, kept: dict[str, Any], slope: Array) -> dict[str, Array]:
        """The gradients of all weights, from that of the outputs."""
        found = {"d": slope.T @ kept["d"], "d0": slope.sum(axis=0)}
        back = (slope @ self.weights["d"]).reshape(kept["c"][4].shape)
        for name in "cba":
            columns, before, shape, blocks, best = kept[name]
            back = back * (best > 0)
            if blocks is not None:
                spread = (blocks == best[:, :, :, None, :, None]) * back[:, :, :, None, :, None]
                whole = np.zeros(shape, np.float32)
                high, wide = best.shape[2] * 2, best.shape[3] * 2
                whole[:, :, :high, :wide] = spread.reshape(*best.shape[:2], high, wide)
                back = whole
            flat = back.transpose(0, 2, 3, 1).reshape(-1, shape[1])
            kernel = self.weights[name]
            found[name] = (flat.T @ columns).reshape(kernel.shape)
            found[f"{name}0"] = flat.sum(axis=0)
            if name != "a":
                back = self._backwards(flat @ kernel.reshape(len(kernel), -1), before, shape, kernel.shape[2])
        return found

    @staticmethod
    def _backwards(columns: Array, before: tuple[int, ...], after: tuple[int, ...], side: int) -> Array:
        count, inputs, _, _ = before
        high, wide = after[2:]
        parts = columns.reshape(count, high, wide, inputs, side, side)
        back = np.zeros(before, np.float32)
        for row in range(side):
            for column in range(side):
                back[:, :, row : row + high, column : column + wide] += parts[..., row, column].transpose(0, 3, 1, 2)
        return back


def probabilities(outputs: Array, temperature: float = 1.0) -> Array:
    """The softmax."""
    scaled = outputs / temperature
    powers = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    shares: Array = powers / powers.sum(axis=1, keepdims=True)
    return shares


def shifted(pictures: Array, random: np.random.Generator) -> Array:
    """Each batch a little to one side, up or down."""
    across, down = random.integers(-2, 3, 2)
    return np.roll(pictures, (int(down), int(across)), axis=(1, 2))


def learnt(data: dict[str, Array], epochs: int, state: Path | None = None) -> Net:
    """The net after so many epochs; after each, all that is needed to go on is kept in ``state``, if it is given."""
    net, pictures, labels = Net(np.random.default_rng(SEED)), data["learn_pictures"], data["learn_labels"]
    mean = {name: np.zeros_like(values) for name, values in net.weights.items()}
    square = {name: np.zeros_like(values) for name, values in net.weights.items()}
    begun = _restored(state, net.weights, mean, square)
    a_epoch = len(labels) // BATCH
    for epoch in range(begun, epochs):
        random = np.random.default_rng([SEED, epoch])  # the same whether this run began with the first epoch or not
        order, loss = random.permutation(len(labels)), 0.0
        for part in range(a_epoch):
            batch = order[part * BATCH : (part + 1) * BATCH]
            kept: dict[str, Any] = {}
            seen = shifted(pictures[batch].astype(np.float32) / 255, random)
            shares = probabilities(net.forward(seen, kept))
            loss -= float(np.log(shares[np.arange(BATCH), labels[batch]] + 1e-9).mean())
            slope = shares.copy()
            slope[np.arange(BATCH), labels[batch]] -= 1
            step = epoch * a_epoch + part + 1
            rate = RATE * 0.5 * (1 + np.cos(np.pi * step / (epochs * a_epoch)))
            for name, gradient in net.gradients(kept, (slope / BATCH).astype(np.float32)).items():
                mean[name] += 0.1 * (gradient - mean[name])
                square[name] += 0.001 * (gradient**2 - square[name])
                moved = mean[name] / (1 - 0.9**step) / (np.sqrt(square[name] / (1 - 0.999**step)) + 1e-8)
                net.weights[name] -= np.float32(rate) * (moved + 1e-4 * net.weights[name]).astype(np.float32)
        report(f"epoch {epoch + 1}: loss {loss / a_epoch:.4f}, {right(net, data, 'fit'):.2%} of the fit set")
        if state is not None:
            groups = {"weights": net.weights, "mean": mean, "square": square}
            named = {f"{group}_{name}": values for group, parts in groups.items() for name, values in parts.items()}
            np.savez(state, epoch=epoch + 1, **named)  # type: ignore[arg-type]
    return net


def _restored(state: Path | None, *groups: dict[str, Array]) -> int:
    """How many epochs are done; the weights and the two means of Adam are taken from the file."""
    if state is None or not state.exists():
        return 0
    with np.load(state) as file:
        for prefix, group in zip(("weights", "mean", "square"), groups, strict=True):
            for name in group:
                group[name] = file[f"{prefix}_{name}"]
        return int(file["epoch"])


def right(net: Net, data: dict[str, Array], name: str, kind: str = "") -> float:
    """The share of a set, or of one kind in it, that is read correctly."""
    chosen = data[f"{name}_kinds"] == kind if kind else np.ones(len(data[f"{name}_labels"]), bool)
    pictures = data[f"{name}_pictures"][chosen].astype(np.float32) / 255
    found = np.concatenate(
        [net.forward(part).argmax(axis=1) for part in np.array_split(pictures, 1 + len(pictures) // 500)]
    )
    return float(np.mean(found == data[f"{name}_labels"][chosen]))


def in_eight_bits(net: Net) -> dict[str, Array]:
    """The weights as whole numbers of eight bits with a scale for each output; changes the net to what is kept."""
    kept: dict[str, Array] = {}
    for name in SHAPES:
        values = net.weights[name]
        flat = np.abs(values).reshape(len(values), -1).max(axis=1)
        scale = np.where(flat > 0, flat / 127, 1).astype(np.float32)
        wide = scale.reshape(-1, *[1] * (values.ndim - 1))
        whole = np.clip(np.round(values / wide), -127, 127).astype(np.int8)
        kept |= {name: whole, f"{name}_scale": scale, f"{name}_bias": net.weights[f"{name}0"].astype(np.float32)}
        net.weights[name] = whole.astype(np.float32) * wide
    return kept


def best_temperature(net: Net, data: dict[str, Array]) -> float:
    """The temperature under which the fit set is most probable."""
    outputs, labels = net.forward(data["fit_pictures"].astype(np.float32) / 255), data["fit_labels"]

    def loss(temperature: float) -> float:
        return -float(np.log(probabilities(outputs, temperature)[np.arange(len(labels)), labels] + 1e-12).mean())

    return min((0.5 + 0.05 * step for step in range(60)), key=loss)


def report(line: str) -> None:
    """Say how far it is."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def main() -> None:
    """Learn, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cut_outs", type=Path)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--out", type=Path, default=TARGET)
    parser.add_argument("--state", type=Path, help="an .npz file from which an interrupted run goes on")
    asked = parser.parse_args()
    with np.load(asked.cut_outs) as file:
        data = {name: file[name] for name in file.files}
    net = learnt(data, asked.epochs, asked.state)
    before = right(net, data, "test")
    kept = in_eight_bits(net)
    temperature = best_temperature(net, data)
    kept["temperature"] = np.array(temperature, np.float32)
    np.savez(asked.out, **kept)  # type: ignore[arg-type]
    report(f"test set {before:.2%}, in eight bits {right(net, data, 'test'):.2%}, temperature {temperature:.2f}")
    for kind in np.unique(data["test_kinds"]):
        report(f"  {kind}: {right(net, data, 'test', str(kind)):.2%}")


if __name__ == "__main__":
    main()
