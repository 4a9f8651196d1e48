"""How long the forward pass and all gradients take, beside PyTorch in float64.

Both are measured in one run, in turn, with the same number of threads: from inputs that are
there (our problem, PyTorch's tensors) to arrays of the output and of the gradients by Q, K and V.
PyTorch goes two ways: matmul, softmax, matmul with autograd, and its fused
scaled_dot_product_attention. It gets its heads on an axis of their own; ours come side by
side, as in a file.

Needs the extra "bench". Run it as ``python tests/benchmarks/engine_speed.py`` on a
machine that has nothing else to do. Prints a table in Markdown.
"""

import argparse
import gc
import os
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path

parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("--threads", type=int, default=1)
parser.add_argument("--seconds", type=float, default=3.0, help="for each size")
arguments = parser.parse_args()
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = str(arguments.threads)  # read when the libraries are loaded

import numpy as np  # noqa: E402 - after the environment is set
import torch  # noqa: E402 - likewise

from attention_gui.engine import Problem, compute  # noqa: E402 - likewise

SIZES = [
    (1, 2, 2), (1, 8, 4), (4, 16, 8), (8, 64, 64), (8, 256, 64), (8, 512, 64), (8, 1024, 64)
]  # fmt: skip
"""(h, n, d_k): heads, tokens, width of one head."""
Way = Callable[[], list[np.ndarray]]


def ours(h: int, matrices: np.ndarray) -> Way:
    query, key, value, upstream = matrices
    problem = Problem(query=query, key=key, value=value, upstream=upstream, heads=h)

    def run() -> list[np.ndarray]:
        result = compute(problem)
        return [result[name] for name in ("output", "grad_query", "grad_key", "grad_value")]

    return run


def theirs(attend: Callable[..., torch.Tensor], h: int, matrices: np.ndarray) -> Way:
    _, n, width = matrices[0].shape
    *leaves, upstream = (
        torch.tensor(np.ascontiguousarray(matrix.reshape(1, n, h, width // h).swapaxes(1, 2)))
        for matrix in matrices
    )
    for leaf in leaves:
        leaf.requires_grad_()

    def run() -> list[np.ndarray]:
        output = attend(*leaves)
        gradients = torch.autograd.grad(output, leaves, upstream)
        return [output.detach().numpy(), *(gradient.numpy() for gradient in gradients)]

    return run


def explicit(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    scores = query @ key.transpose(-1, -2) * query.shape[-1] ** -0.5
    return torch.softmax(scores, dim=-1) @ value


def measure(ways: list[Way], seconds: float) -> list[float]:
    """Return the median time of each way in seconds; they are run in turn.

    A turn is some milliseconds: a way that takes less is repeated.
    """
    times: list[list[float]] = [[] for _ in ways]
    repeats = [max(1, int(0.005 / _once(way))) for way in ways]
    gc.collect()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times[0]) < 5:
        for way, count, taken in zip(ways, repeats, times, strict=True):
            start = time.perf_counter()
            for _ in range(count):
                way()
            taken.append((time.perf_counter() - start) / count)
    return [statistics.median(taken) for taken in times]


def _once(way: Way) -> float:
    way()
    start = time.perf_counter()
    way()
    return time.perf_counter() - start


def check(ways: list[Way], h: int) -> None:
    """Fail if the ways do not compute the same."""
    first, *others = [way() for way in ways]
    for other in others:
        for mine, array in zip(first, other, strict=True):
            n_batch, _, n, width = array.shape
            merged = array.swapaxes(1, 2).reshape(n_batch, n, h * width)
            np.testing.assert_allclose(mine, merged, rtol=1e-9, atol=1e-12)


def machine() -> str:
    """Return what the figures depend on, in one line."""
    model = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = names[0].split(":")[1].strip() if names else model
    built = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    blas = f"{built['name']} {built['version']}"
    return (
        f"{model}, {os.cpu_count()} processors, threads: {arguments.threads}; "
        f"Python {platform.python_version()}; NumPy {np.__version__} with {blas}; "
        f"PyTorch {torch.__version__}"
    )


def main() -> None:
    torch.set_num_threads(arguments.threads)
    print(machine(), end="\n\n")
    print("| h, n, d_k | ours | explicit | ours / explicit | fused | ours / fused |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    fused = torch.nn.functional.scaled_dot_product_attention
    for h, n, d_k in SIZES:
        matrices = np.random.default_rng(0).normal(size=(4, 1, n, h * d_k))
        ways = [ours(h, matrices), theirs(explicit, h, matrices), theirs(fused, h, matrices)]
        check(ways, h)
        mine, by_steps, at_once = measure(ways, arguments.seconds)
        print(
            f"| {h}, {n}, {d_k} | {1e3 * mine:.3g} ms | {1e3 * by_steps:.3g} ms "
            f"| {mine / by_steps:.2f} | {1e3 * at_once:.3g} ms | {mine / at_once:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
