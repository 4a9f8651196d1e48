"""Check the weights that `compute example:dogs-chase-cats` wrote against known numbers."""

import json
import sys
from pathlib import Path

EXPECTED = [[0.045, 0.768, 0.187], [0.248, 0.248, 0.503], [0.140, 0.576, 0.284]]


def main() -> None:
    """Compare the file that is named on the command line."""
    result = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    assert result["format"] == "attention-result", result
    [[weights]] = result["quantities"]["weights"]
    rounded = [[round(weight, 3) for weight in row] for row in weights]
    assert rounded == EXPECTED, rounded
    print("the weights are right:", *rounded)  # noqa: T201


if __name__ == "__main__":
    main()
