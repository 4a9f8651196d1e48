"""Print a command of the README as it stands there.

A command is the fenced block that follows the comment `<!-- command: NAME -->`.
"""

import re
import sys
from pathlib import Path


def find_command(readme: str, name: str) -> str:
    """Return the text of one block.

    Parameters
    ----------
    readme : str
        The whole README.
    name : str
        What the comment before the block says.
    """
    block = rf"<!-- command: {re.escape(name)} -->\s*```\w*\n(?P<command>.*?)\n```"
    match = re.search(block, readme, flags=re.DOTALL)
    if match is None:
        sys.exit(f"the README has no block after <!-- command: {name} -->")
    return match["command"]


if __name__ == "__main__":
    print(find_command(Path("README.md").read_text(encoding="utf-8"), sys.argv[1]))  # noqa: T201
