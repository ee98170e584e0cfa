#!/usr/bin/python3
"""Prints the loudness and the peaks of every block of a file of records, as CSV.

    read_records.py FILE

An example of how a program of one's own reads records: with numpy, by the offsets that
sm-records(5) states and by nothing else.  The file is mapped, not read: a night of measurements
costs no memory.  Take `runs` and `DTYPES` along.
"""
import os
import struct
import sys

import numpy as np

HEADER = np.dtype([
    ("magic", "<u4"), ("version", "<u2"), ("flags", "<u2"), ("bytes", "<u4"),
    ("sections", "<u2"), ("channels", "<u2"), ("position", "<i8"), ("lost", "<i8"),
    ("rate", "<f8"), ("time", "<i8"), ("frames", "<u4"), ("fingerprint", "<u4"),
    ("end", "<u4"), ("crc", "<u4")])
MAGIC, END, SESSION_END = 0x7FFF4D53, 4, 32

# A row of LEVL, as far as version 1 goes, and the beginning of LOUD.
LEVELS = np.dtype([
    ("rms", "<f4"), ("display", "<f4"), ("display_slow", "<f4"), ("peak", "<f4"),
    ("held_peak", "<f4"), ("true_peak", "<f4"), ("true_peak_max", "<f4"), ("clip_events", "<i8"),
    ("state", "<u4"), ("dc", "<f4"), ("mean_square", "<f4")])
LOUDNESS = np.dtype([("momentary", "<f4"), ("short_term", "<f4"), ("integrated", "<f4")])


def layout(data, at):
    """The dtype of the record at a byte: its header, and those of PCM, LEVL and LOUD it has."""
    header = np.frombuffer(data, HEADER, 1, at)[0]
    fields = {"header": (HEADER, 0)}
    place = HEADER.itemsize
    for _ in range(header["sections"]):
        tag, size = struct.unpack_from("<4sI", data, at + place)
        start = place + 8
        if tag == b"PCM ":
            fields["pcm"] = (("<f4", (int(header["frames"]), int(header["channels"]))), start)
        elif tag == b"LEVL":
            stride, rows = struct.unpack_from("<II", data, at + start)
            # Rows may grow: what is behind the fields known here is passed over.
            row = np.dtype({
                "names": LEVELS.names, "formats": [LEVELS[name] for name in LEVELS.names],
                "offsets": [LEVELS.fields[name][1] for name in LEVELS.names], "itemsize": stride})
            fields["levels"] = ((row, (rows,)), start + 8)
        elif tag == b"LOUD":
            fields["loudness"] = (LOUDNESS, start)
        place = start + (size + 7) // 8 * 8
    return np.dtype({
        "names": list(fields), "formats": [kind for kind, _ in fields.values()],
        "offsets": [offset for _, offset in fields.values()], "itemsize": place})


def runs(path):
    """Arrays of the blocks of a file, in order; each is a view of the file.

    Full records of a source have the same size, so one array has them all.  Another begins behind
    the records that do not stand in line: a short last block, an end, a session's end.
    """
    size = os.path.getsize(path)
    if size == 0:
        raise ValueError("empty")
    data = np.memmap(path, np.uint8, "r")
    at = 0
    while at + HEADER.itemsize <= size:
        header = np.frombuffer(data, HEADER, 1, at)[0]
        if header["magic"] != MAGIC or header["version"] != 1:
            raise ValueError(f"byte {at}: no record of version 1")
        whole = HEADER.itemsize + int(header["bytes"])
        if at + whole > size:
            raise ValueError(f"byte {at}: the last record is cut short")
        if header["flags"] & (END | SESSION_END):
            at += whole
            continue
        kind = layout(data, at)
        if kind.itemsize != whole:
            raise ValueError(f"byte {at}: its sections do not fill the record")
        rows = np.frombuffer(data, kind, (size - at) // whole, at)
        count = in_line(rows["header"])
        yield rows[:count]
        at += count * whole
    if at < size:
        raise ValueError(f"byte {at}: the last record is cut short")


def in_line(heads):
    """How many records from the first on are blocks of the same kind."""
    count, step = 1, 4096
    while count < len(heads):
        some = heads[count:count + step]
        same = (some["flags"] & (END | SESSION_END)) == 0
        for name in ("magic", "bytes", "sections", "channels", "frames", "fingerprint"):
            same &= some[name] == heads[0][name]
        if not same.all():
            return count + int(same.argmin())
        count += len(some)
    return count


def text(value):
    """A level with four decimals; nothing where there is none."""
    return f"{value:.4f}" if np.isfinite(value) else ""


def main(words):
    if words in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    if len(words) != 1:
        print("read_records.py: say which file; see --help", file=sys.stderr)
        return 2
    try:
        channels = 0
        for rows in runs(words[0]):
            for name, tool in (("loudness", "LOUD"), ("levels", "LEVL")):
                if name not in rows.dtype.names:
                    raise ValueError(f"no {tool} in it; sm-loudness adds it")
            if channels != rows["levels"].shape[1]:
                channels = rows["levels"].shape[1]
                print("position,loudness.momentary,loudness.short_term",
                      *(f"levels.{c + 1}.peak" for c in range(channels)), sep=",")
            for row in rows:
                print(row["header"]["position"], text(row["loudness"]["momentary"]),
                      text(row["loudness"]["short_term"]), *map(text, row["levels"]["peak"]),
                      sep=",")
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except (OSError, ValueError) as error:
        sys.stdout.flush()
        reason = getattr(error, "strerror", None) or error
        print(f"read_records.py: {words[0]}: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
