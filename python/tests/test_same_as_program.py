"""The short form of compare_with_program.py."""

import pytest

pytest.importorskip("pyarrow", reason="there is no pyarrow")
pytest.importorskip("pyarrow.parquet", reason="pyarrow has no Parquet")

from compare_with_program import compare_all  # noqa: E402


def test_samples_and_damaged_files_are_read_as_by_the_program(program, samples, tmp_path):
    files = [samples / "studies.pgn", samples / "games.pgn", samples / "studies.epd", samples / "magazine.txt"]
    files += sorted((samples / "odd").glob("*"))[::12]
    number, wrong = compare_all(program, files, 25, 7, tmp_path)
    assert number > 35 and not wrong
