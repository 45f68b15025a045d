"""Entries of a YAML text are deleted line by line, and nothing else changes."""

import pytest

from specloom.documents.prune import prune

TEXT = """\
# head
modules:
  # things
  things:
    summary: A.   # why
    parameters:
      a: A.
      # the second
      b: |
        long

        text
      c: {x: 1,
          y: 2}  # the third
  # others
  others:
    rules:
      - {kind: max_one, terms: [a, b]}
      # the second
      - kind: max_one
        terms:
        - a
        - b
        - c
value_lists:
  Order: {of: things.a}
"""


@pytest.mark.promise("Comments stay")
@pytest.mark.parametrize(
    ("entries", "deleted", "not_deleted"),
    [
        ([("modules", "things", "summary")], [5], []),
        ([("modules", "things", "parameters", "b")], [9, 10, 11, 12], []),
        ([("modules", "things", "parameters", "c")], [13, 14], []),
        (
            [("modules", "things", "parameters", name) for name in "cab"],
            [6, 7, 8, 9, 10, 11, 12, 13, 14],
            [],
        ),
        ([("modules", "others", "rules", 0)], [18], []),
        ([("modules", "others", "rules", 1)], [20, 21, 22, 23, 24], []),
        ([("modules", "others", "rules", n) for n in (0, 1)], list(range(16, 25)), []),
        ([("modules", "others", "rules", 1, "terms", n) for n in (0, 1)], [22, 23], []),
        ([("value_lists", "Order")], [25, 26], []),
        ([("modules", "things"), ("modules", "things", "summary")], list(range(4, 15)), []),
        ([("modules", "others", "rules", 0, "terms", 1)], [], [0]),
        ([("modules", "others", "rules", 1, "kind"), ("value_lists",)], [25, 26], [0]),
        ([("modules",), ("value_lists",)], [], [0, 1]),
    ],
)
def test_whole_entries_are_deleted_and_comments_around_them_stay(entries, deleted, not_deleted):
    lines = TEXT.splitlines(keepends=True)
    remaining = "".join(line for number, line in enumerate(lines, 1) if number not in deleted)
    assert prune(TEXT, entries) == (remaining, [entries[index] for index in not_deleted])


@pytest.mark.promise("Comments stay")
def test_a_text_on_one_line_is_left_alone_unless_all_of_an_entry_goes():
    text = "modules: {a: {summary: A.}, b: {summary: B.}}\nrecords: {}\n"
    assert prune(text, [("modules", "a")]) == (text, [("modules", "a")])
    assert prune(text, [("modules", "a"), ("modules", "b")]).text == "records: {}\n"


def test_line_ends_and_a_missing_last_one_stay():
    assert prune("a: 1\r\nb: 2\r\nc: 3", [("b",)]).text == "a: 1\r\nc: 3"
    assert prune("a: 1\nc:", [("c",)]).text == "a: 1\n"
