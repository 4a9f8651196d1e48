"""``python -m attention_gui``, the same program as ``attention-gui``."""

import sys

from attention_gui.cli import main

if __name__ == "__main__":
    sys.exit(main())
