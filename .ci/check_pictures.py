"""Check that a folder holds whole PNG pictures with something on them, `board.png` included.

The files are read by hand, so that the program is not judged by its own reader.
"""

import struct
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the kind and the content of every chunk, having checked its sum."""
    at = len(SIGNATURE)
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack_from(">I", data, at + 8 + length)
        assert checksum == zlib.crc32(kind + content), f"{kind!r} is damaged"
        yield kind, content
        at += 12 + length


def check_picture(path: Path) -> tuple[int, int]:
    """Return width and height of a picture that is whole and not blank."""
    data = path.read_bytes()
    assert data.startswith(SIGNATURE), f"{path} is not a PNG file"
    parts = list(chunks(data))
    assert parts[0][0] == b"IHDR", f"{path} does not begin with its header"
    assert parts[-1][0] == b"IEND", f"{path} is cut off"
    width, height, depth, color_type = struct.unpack_from(">IIBB", parts[0][1])
    lines = zlib.decompress(b"".join(content for kind, content in parts if kind == b"IDAT"))
    stride = 1 + (width * depth * CHANNELS[color_type] + 7) // 8
    assert len(lines) == stride * height, f"{path} has missing lines"
    different = {lines[at : at + stride] for at in range(0, len(lines), stride)}
    assert len(different) >= 10, f"{path} is all but blank: {len(different)} different lines"
    return width, height


def main() -> None:
    """Check every picture of the folder that is named on the command line."""
    folder = Path(sys.argv[1])
    sizes = {path.stem: check_picture(path) for path in sorted(folder.glob("*.png"))}
    for panel in ("board", "query", "key", "value", "weights"):
        assert panel in sizes, f"there is no {panel}.png among {sorted(sizes)}"
    width, height = sizes["board"]
    assert width >= 1000, f"the board is only {width} pixels wide"
    assert height >= 500, f"the board is only {height} pixels high"
    print(f"{len(sizes)} pictures, the board {width} x {height}")  # noqa: T201


if __name__ == "__main__":
    main()
