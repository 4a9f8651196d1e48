"""What the command line accepts."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from typing import Any, NoReturn

from attention_gui.errors import AttentionError
from attention_gui.wording import ENGLISH, LANGUAGES

__all__ = ["parse_arguments"]

_EPILOG = """\
Without a verb, attention-gui [FILE] opens the window. FILE is a scenario (*.attention.json),
"-" for standard input, or example:NAME; a file that is called like a verb is opened as ./NAME.
"""


def parse_arguments(argv: Sequence[str]) -> Namespace:
    """Return the verb and its options.

    Raises
    ------
    AttentionError
        ``usage`` when the arguments make no sense.
    SystemExit
        When the help has been printed.
    """
    parser = _Parser(
        prog="attention-gui",
        description="See and edit every number of scaled dot-product attention.",
        epilog=_EPILOG,
    )
    parser.add_argument(
        "--version", dest="verb", action="store_const", const="version", help="print the version"
    )
    verbs = parser.add_subparsers(dest="verb", metavar="VERB")
    _add_open(verbs)
    _add_compute(verbs)
    _add_gradcheck(verbs)
    _add_render(verbs)
    verbs.add_parser("examples", help="list the built-in scenarios")
    first = argv[0] if argv else ""
    names_verb = first in verbs.choices or first in ("-h", "--help", "--version")
    return parser.parse_args(argv if names_verb else ["open", *argv])


class _Parser(ArgumentParser):
    """Refuses like the rest of the program: by an error, not by two printed lines."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        raise AttentionError("usage", "{0} (see {1} --help)", message, self.prog)


def _add_open(verbs: Any) -> None:
    parser = verbs.add_parser("open", help="open the window (the default)")
    parser.add_argument("file", metavar="FILE", nargs="?", help="a worked example if left out")


def _add_compute(verbs: Any) -> None:
    parser = verbs.add_parser("compute", help="print or write the quantities")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument(
        "--quantity", metavar="ID", nargs="+", action="extend", help="only these; may be repeated"
    )
    parser.add_argument("--out", metavar="RESULT", help="a .json or .npz file")


def _add_gradcheck(verbs: Any) -> None:
    parser = verbs.add_parser(
        "gradcheck", help="compare every gradient coordinate with a central difference"
    )
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--step", type=_positive, default=1e-6, help="of the difference")
    parser.add_argument("--tolerance", type=_positive, default=2e-6, help="largest error to pass")


def _add_render(verbs: Any) -> None:
    parser = verbs.add_parser("render", help="write one picture a panel; needs no display")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--out", metavar="DIR", required=True)
    parser.add_argument(
        "--panel", metavar="ID", nargs="+", action="extend", help="only these; may be repeated"
    )
    parser.add_argument("--scale", type=_positive, default=2.0, help="pixels a point")
    parser.add_argument("--theme", choices=("light", "dark", "print"), default="light")
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default=ENGLISH)
    parser.add_argument("--format", choices=("png", "svg", "pdf"), default="png")


def _positive(text: str) -> float:
    from attention_gui.scenario.typed_numbers import parse  # with it comes NumPy

    try:
        number = parse(text)
    except AttentionError as error:
        raise ArgumentTypeError(error.message) from error
    if number <= 0:
        raise ArgumentTypeError(f"{text} is not above 0")
    return number
