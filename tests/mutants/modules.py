"""Modules with mutants, and the tests that notice them: few enough to be quick."""

_CACHE = ("tests/publishing/test_cache.py",)
_PUBLISHING = ("tests/publishing/test_publish.py", "tests/publishing/test_folder.py")
_INTERRUPTED = (*_PUBLISHING, "tests/publishing/test_interrupted.py")
_CORPUS = ("tests/documents", "tests/corpus/test_corpus.py", "-k")
_FORM = (*_CORPUS, "misfit or documents or config or overlay")
_TEXT = (*_CORPUS, "documents")
_REQUESTS = (
    "tests/runtime/mediawiki",
    *(f"tests/clients/wiki/test_{name}.py" for name in ("requests", "helpers", "busy")),
    "tests/clients/test_secrets.py::test_a_password_that_cannot_be_sent_is_not_shown",
)
_RULES = ("tests/runtime/mediawiki/test_rules.py", "tests/site/test_rule_ways.py")
_DRIVERS = ("tests/runtime/core",)
_VALUES = ("tests/model/test_facts_of_values.py",)
_LANGUAGES = (
    "tests/languages/test_safe.py",
    "tests/site/test_markdown_text.py",
    "tests/site/test_titles.py",
    "-k",
    "not navigation and not pages_are",  # which take long
)

MODULES: dict[str, tuple[str, ...]] = {
    "model/naming.py": ("tests/model/test_naming.py",),
    **dict.fromkeys(
        (
            "model/amounts.py",
            "model/rules/oddities.py",
            "model/server_address.py",
            "model/value_type.py",
        ),
        _VALUES,
    ),
    "languages/addition.py": (
        "tests/languages/test_addition.py",
        "-k",
        "not shown_as_it_is_written",
    ),
    "model/package_version.py": ("tests/corpus", "-k", "version"),
    "languages/address.py": ("tests/languages/test_safe.py", "tests/site/test_titles.py"),
    "languages/characters.py": ("tests/languages/test_safe.py",),
    **dict.fromkeys(
        (
            "languages/commonmark.py",
            "languages/escapes.py",
            "languages/html.py",
            "languages/javascript.py",
            "languages/json.py",
            "languages/markdown.py",
            "languages/php.py",
            "languages/python.py",
            "languages/safe.py",
            "languages/shell.py",
            "languages/toml.py",
            "languages/typescript.py",
            "languages/yaml.py",
        ),
        _LANGUAGES,
    ),
    "documents/decode.py": _FORM,
    "documents/document.py": (*_CORPUS, "documents or rest"),
    "documents/file.py": _TEXT,
    "documents/hidden.py": ("tests/readers/test_policy.py", *_CORPUS, "policy or documents"),
    "documents/json_text.py": _TEXT,
    "documents/json_path.py": ("tests/documents/test_json_path.py",),
    "documents/limits.py": _TEXT,
    "documents/misfit.py": _FORM,
    "documents/position.py": ("tests/documents/test_position.py", *_FORM),
    "documents/prune.py": ("tests/documents/test_prune.py",),
    "documents/suggestion.py": _FORM,
    "documents/yaml_text.py": _TEXT,
    "publishing/cache.py": _CACHE,
    "publishing/folder.py": ("tests/publishing/test_folder.py", "tests/publishing/test_publish.py"),
    "publishing/journal.py": _INTERRUPTED,
    "publishing/lock.py": ("tests/publishing/test_lock.py",),
    "publishing/manifest.py": _PUBLISHING,
    "publishing/obstacles.py": (*_PUBLISHING, "tests/commands/test_inputs_in_the_way.py"),
    "publishing/packages.py": ("tests/publishing/test_packages.py",),
    "publishing/publish.py": _INTERRUPTED,
    "publishing/selection.py": _PUBLISHING,
    "runtime/core/retry.py": ("tests/runtime/core/test_retry.py",),
    "runtime/core/wire.py": _DRIVERS,
    "runtime/mediawiki/queries/cursor.py": (
        "tests/runtime/mediawiki/test_cursor.py",
        "tests/clients/wiki/test_answers.py",
        "tests/clients/wiki/test_bounds.py",
    ),
    "runtime/mediawiki/modules/breaches.py": _RULES,
    "runtime/mediawiki/modules/encode.py": _REQUESTS,
    "runtime/mediawiki/modules/rules.py": _RULES,
    "runtime/mediawiki/results/times.py": ("tests/runtime/mediawiki/test_times.py",),
    "runtime/rest/arguments.py": (
        "tests/clients/exchanges/test_exchanges.py",
        "tests/clients/rest/test_any_api.py",
        "tests/clients/seller/test_operations.py",
        "-k",
        "arguments or refusals or sent or itself",
    ),
    "runtime/rest/reading.py": (
        "tests/clients/rest/test_records.py",
        "tests/clients/seller/test_decoding.py",
    ),
    **dict.fromkeys(
        (
            "runtime/rest/files.py",
            "runtime/rest/objects.py",
            "runtime/rest/texts.py",
            "runtime/rest/variables.py",
        ),
        (
            "tests/runtime/rest",
            "tests/clients/exchanges/test_exchanges.py",
            "tests/clients/rest/test_addresses.py",
        ),
    ),
    "runtime/rest/record.py": ("tests/clients/rest/test_records.py",),
    "runtime/rest/values.py": (
        "tests/clients/exchanges/test_exchanges.py",
        "tests/clients/rest/test_records.py",
        "tests/clients/rest/test_any_api.py",
        "tests/clients/seller/test_operations.py",
        "tests/clients/seller/test_decoding.py",
        "-k",
        "decoding or results or types or support",
    ),
}
"""Module of the generator → arguments of pytest. A runtime's module is tried in the generated packages, too."""
