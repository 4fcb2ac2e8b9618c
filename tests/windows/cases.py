"""What both programs are asked to do, in this order: later cases use the files of earlier ones."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
SAAVEDRA = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"
ODD = sorted("samples/odd/" + path.name for path in (SAMPLES / "odd").iterdir() if path.suffix != ".tsv")

STUDIES, GAMES = "samples/studies.pgn", "samples/games.pgn"


def case(*words, feed=None):
    return list(words), feed


# Those of --short. Each of them may be done twice.
QUICK = [
    case("annotate", STUDIES),
    case("annotate", feed=STUDIES),
    case("annotate", "-", feed=GAMES),
    case("annotate", "samples/odd/02-crlf.pgn"),
    case("annotate", "samples/odd/03-cr-only.pgn"),
    case("annotate", "samples/odd/04-mixed-line-ends.pgn"),
    case("annotate", "samples/odd/53-ctrl-z.pgn"),
    case("annotate", "-q", STUDIES, "-o", "coded.pgn"),
    case("strip", "coded.pgn"),
    case("check", "coded.pgn"),
    case("annotate", "-q", STUDIES, "-o", "coded.pgn"),  # again: it is there now
    case("annotate", "-q", STUDIES, GAMES, "-o", "coded.pgn.zst"),
    case("strip", "--in-place", "coded.pgn.zst"),
    case("annotate", "--in-place", "copy.pgn", "copy.crlf.pgn"),
    case("annotate", "copy.pgn", "-o", "copy.pgn"),  # refused
    case("annotate", "-q", "with blanks/Réti & Öberg.pgn", "-o", "with blanks/ñandú ♔.pgn"),
    case("annotate", "not there.pgn"),
    case("find", "KRvKR", STUDIES),
    case("find", "-q", "--list", "-e", "KRvKR", "-e", "0000.*", STUDIES),
    case("find", "0002", STUDIES),
    case("index", "indexed.pgn"),
    case("find", "-v", "--list", "KRvKR", "indexed.pgn"),
    case("convert", "-q", "--to", "csv", STUDIES),
    case("sort", STUDIES),
    case("encode", SAAVEDRA),
    case("annotate", "-q", "--plugin", "./plugin", STUDIES, "-o", "long.pgn"),
    case("annotate", "--plugin", "./plugin die", STUDIES, "-o", "long.pgn"),
    case("--version"),
]

MORE = [
    case("annotate", "-v", "--all-faults", *ODD),
    case("annotate", "samples/odd/53-ctrl-z.pgn", feed="samples/odd/53-ctrl-z.pgn"),
    case("annotate", "samples/studies.epd"),
    case("annotate", "-q", STUDIES, "-o", "coded.pgn.gz"),
    case("annotate", "-q", STUDIES, "-o", "coded.pgn.bz2"),
    case("annotate", "-q", STUDIES, "-o", "coded.pgn.xz"),
    case("annotate", "copy.pgn", "-o", "COPY/"),  # refused
    case("annotate", "samples"),
    case("annotate", "-q", "samples/odd", "-o", "tree/"),
    case("annotate", STUDIES, "--faults", "faults.jsonl", "-o", "faultless.pgn"),
    case("annotate", "-q", "--threads", "3", "--part", "2/3", GAMES),
    *(case("convert", "-q", "--to", to, STUDIES) for to in ["pgn", "epd", "fen", "gbr", "tsv", "jsonl"]),
    case("convert", "-q", "--full", STUDIES, "-o", "studies.parquet"),
    case("convert", "-q", "--add", "Site,Round:number", "--to", "csv", STUDIES),
    case("find", "-q", "--list", "--variations", "KRvKR", STUDIES),
    case("find", "-q", "--list", "KRvKR", "samples"),
    case("find", "-q", "--cut", "--to", "pgn", "KRvKR", STUDIES),
    case("find", "KPvKR", "devices.pgn", "--split", "split", "--split-by", "White"),
    case("find", "KPvKR", "devices.pgn", "--split", "split", "--split-by", "White"),  # refused
    case("find", "KPvKR", "devices.pgn", "--split", "split", "--split-by", "White", "--force"),
    case("stats", "-q", "indexed.pgn"),
    case("grow", "indexed.pgn"),
    case("index", "indexed.pgn"),
    case("find", "-v", "--list", "KRvKR", "indexed.pgn"),
    case("index", "coded.pgn.zst"),
    case("find", "-v", "--list", "KRvKR", "coded.pgn.zst"),
    case("sort", "-q", "--unique", "--duplicates", "twice.pgn", STUDIES, STUDIES, "-o", "sorted.pgn"),
    case("sort", "-q", "--memory", "1M", "many.pgn", "-o", "many.sorted.pgn"),
    case("sort", "--check", "sorted.pgn"),
    case("unique", "-q", STUDIES, GAMES, STUDIES, "--report", "gone.csv", "-o", "once.pgn"),
    case("stats", GAMES),
    case("stats", "-q", GAMES, "-o", "stats.svg"),
    case("check", "samples/database.pgn"),
    case("directory", STUDIES),
    case("directory", "-q", STUDIES, "-o", "page.html"),
    case("directory", "-q", "--to", "csv", "samples/database.pgn"),
    case("scan", "samples/magazine.txt"),
    case("scan", "-q", "--to", "epd", feed="samples/magazine.txt"),
    case("encode", feed=b"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\r\n8/8/8/8/8/8/8/8 w - - 0 1\r\n"),
    case("decode", "--board", "a7d3 0116.00 b2b3c6d6 3/3+."),
    case("decode", "a7d3 0116.00 b2b3c6 3/3+."),
    case("board", SAAVEDRA),
    case("board", SAAVEDRA, "-o", "board.png"),
    case("similar", SAAVEDRA, "--within", "3", STUDIES, "samples/database.pgn"),
    case("verify", "--tables", "samples/tables", STUDIES),
    case("rows", feed=b"1. e4 d5 2. exd5 1-0\r\n\r\n1. e5 *\r\n"),
    case("convert", "-q", "--to", "tsv", "--plugin", "./plugin", "many.pgn", "-o", "long.tsv"),
    case("annotate", "--plugin", "'with blanks/plugin' complain", STUDIES),
    case("annotate", "--plugin", "./plugin babble", STUDIES, "-o", "never.pgn"),
    case("annotate", "--plugin", "./plugin fail", STUDIES, "-o", "never.pgn"),
    case("annotate", "--plugin", "./plugin hang", "--plugin-timeout", "2", STUDIES, "-o", "never.pgn"),
    case("annotate", "--plugin", "./nothing", STUDIES),
    case("annotate", "--in-place", "--backup", ".bak", "--plugin", "./plugin", "open.pgn"),
    case("man", "man"),
    case("completions", "powershell"),
    case("--help"),
    case("annotate", "--help"),
    case("annotate"),
    case("studies.pgn"),
]

# Backslashes are Windows' own: there, and only there, they part folders. What they name has the same bytes.
BACKSLASHES = [
    (case("annotate", "-q", r"samples\studies.pgn"), case("annotate", "-q", STUDIES)),
    (
        case("annotate", "-q", r"samples\studies.pgn", "-o", r"with blanks\back slash.pgn"),
        case("annotate", "-q", STUDIES, "-o", "with blanks/back slash.pgn"),
    ),
    (case("annotate", "--in-place", r"with blanks\back slash.pgn"), case("annotate", "--in-place", "with blanks/back slash.pgn")),
    # No shell does this there.
    (case("convert", "-q", "--to", "gbr", r"samples\s*.pgn"), case("convert", "-q", "--to", "gbr", STUDIES)),
    (case("annotate", "-q", STUDIES, "-o", "NUL"), case("annotate", "-q", STUDIES, "-o", "/dev/null")),
    (case("annotate", "-q", "NUL"), case("annotate", "-q", "/dev/null")),
    (
        case("annotate", "-q", "--plugin", r'"with blanks\plugin.exe" answer', STUDIES),
        case("annotate", "-q", "--plugin", "'with blanks/plugin' answer", STUDIES),
    ),
    (
        case("annotate", "-q", "--plugin", r".\plugin answer", STUDIES),
        case("annotate", "-q", "--plugin", "./plugin answer", STUDIES),
    ),
]
