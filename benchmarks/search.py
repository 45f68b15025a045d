"""Share of newcomers' searches that the built site answers with its first result, and among its first three.

`python -m benchmarks.search [SITE]` searches in a browser for the lists of `tests/site/`; `--misses PART` prints the searches
of a part without an answer in the first place.
"""

import argparse
from pathlib import Path

from tests.site.search_results import answered, pages_by_search, questions

ROOT = Path(__file__).parents[1]
LISTS = ("newcomers.yaml", "questions.yaml")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("site", nargs="?", type=Path, default=ROOT / "site")
    arguments.add_argument("--misses", metavar="PART", action="append", default=[])
    options = arguments.parse_args()
    parts = {
        f"{name.removesuffix('.yaml')}: {part}": entries
        for name in LISTS
        for part, entries in questions(name).items()
    }
    results = pages_by_search(
        options.site, {searched for entries in parts.values() for searched in entries}
    )
    for part, entries in parts.items():
        first, three = (len(answered(entries, results, count)) for count in (1, 3))
        total = len(entries)
        print(
            f"{part:<22}{total:4} searches: first {first} ({first / total:.0%}), "
            f"among three {three} ({three / total:.0%})"
        )
        if part.split(": ")[1] in options.misses:
            for searched in entries.keys() - answered(entries, results, 1):
                place = next(
                    (
                        at
                        for at, page in enumerate(results[searched], 1)
                        if page in entries[searched]
                    ),
                    "none",
                )
                print(f"    {searched}: {place}; first {', '.join(results[searched][:3])}")


if __name__ == "__main__":
    main()
