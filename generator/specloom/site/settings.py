"""Settings of MkDocs that `mkdocs.yml` lacks: those of `settings.yml`, the theme's additions, the navigation.

What `mkdocs.yml` has goes first. Of `theme` and `validation` each member counts by itself, lists of extensions and style sheets
are joined, and of plugins the options are.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugins
from mkdocs.utils.yaml import (
    get_yaml_loader,
    yaml_load,  # pyright: ignore[reportUnknownVariableType]  # MkDocs types it in part
)

THEME = "material"
ADDITIONS = Path(__file__).parent / "theme"
"""Templates, styles and scripts, which a `custom_dir` or files below `docs/` replace."""
NAVIGATION = "generated/nav.yml"
"""Beside `mkdocs.yml`."""
_SETTINGS = Path(__file__).with_name("settings.yml")


def complete(config: MkDocsConfig) -> None:
    """Complete the settings of a build before other plugins read them."""
    if config.theme.name != THEME:
        raise PluginError(
            f"specloom: mkdocs.yml: expected the theme {THEME}, got {config.theme.name}; "
            f"write `theme: {{name: {THEME}}}`"
        )
    shipped = _loaded(_SETTINGS, config)
    written = _loaded(Path(str(config.config_file_path)), config)
    _complete_values(config, shipped)
    _complete_theme(config, shipped["theme"], written.get("theme"))
    _complete_plugins(config, shipped["plugins"], written.get("plugins"))
    _complete_checked(config, shipped, written)


def _loaded(path: Path, config: MkDocsConfig) -> dict[str, Any]:
    """The content of a file; nothing if there is none, as for settings from standard input."""
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        loader: Any = get_yaml_loader(config=config)
        return yaml_load(file, loader)


# MkDocs types its settings in part, so these functions take them as `Any`.


def _complete_values(config: Any, shipped: Mapping[str, Any]) -> None:
    for name, value in shipped["extra"].items():
        config.extra.setdefault(name, value)
    config.extra_css = list(dict.fromkeys([*shipped["extra_css"], *config.extra_css]))
    extensions = dict(_with_options(shipped["markdown_extensions"]))
    names = [*config.markdown_extensions, *extensions]
    config.markdown_extensions = list(dict.fromkeys(names))
    options = {name: options for name, options in extensions.items() if options}
    if not any("mermaid" in str(script) for script in config.extra_javascript):
        del options["pymdownx.superfences"]  # the theme would load a script from another host
    config.mdx_configs = {**options, **config.mdx_configs}


def _complete_theme(config: Any, shipped: Mapping[str, Any], written: object) -> None:
    written_names = _mapping(written).keys()
    for name, value in shipped.items():
        if name not in written_names:
            config.theme[name] = value
    config.theme.dirs.insert(0 if config.theme.custom_dir is None else 1, str(ADDITIONS))


def _complete_plugins(config: Any, shipped: object, written: object) -> None:
    """Add plugins that the site lacks, and options that a plugin of the site lacks."""
    options_written = dict(_with_options(written))
    for name, options in _with_options(shipped):
        full_name = f"{THEME}/{name}"
        plugin = config.plugins.get(full_name)
        if plugin is None:
            plugin = get_plugins()[full_name].load()()
            plugin.load_config(options, config.config_file_path)
            if hasattr(plugin, "on_startup"):
                plugin.on_startup(command="build", dirty=False)
            config.plugins[full_name] = plugin
        elif name == "search":
            missing = options.keys() - options_written.get(name, {}).keys()
            plugin.config.update({option: options[option] for option in missing})


def _mapping(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _with_options(entries: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """Names with options, of a list or a mapping of plugins or extensions as MkDocs takes them."""
    yield from ((name, _mapping(options)) for name, options in _mapping(entries).items())
    if isinstance(entries, list):
        for entry in cast("list[object]", entries):
            yield from _with_options({entry: {}} if isinstance(entry, str) else entry)


def _complete_checked(config: Any, shipped: Mapping[str, Any], written: Mapping[str, Any]) -> None:
    """Complete settings that MkDocs checks and takes apart."""
    validation = _mapping(written.get("validation"))
    for_all_parts = {name: level for name, level in validation.items() if isinstance(level, str)}
    joined: Any = MkDocsConfig(config.config_file_path)
    joined.load_dict(
        {
            "site_name": config.site_name,
            "site_url": config.site_url or shipped["site_url"],
            "repo_url": config.repo_url or shipped["repo_url"],
            "repo_name": written.get("repo_name"),
            "edit_uri": written.get("edit_uri"),
            "docs_dir": config.docs_dir,
            "plugins": [],
            "nav": _navigation(config),
            "validation": {
                part: {**levels, **for_all_parts, **_mapping(validation.get(part))}
                for part, levels in shipped["validation"].items()
            },
        }
    )
    errors, _ = joined.validate()
    if errors:
        raise PluginError(f"specloom: {errors[0][0]}: {errors[0][1]}")
    config.site_url = joined.site_url
    config.repo_url = joined.repo_url
    config.repo_name = joined.repo_name
    knows_host = joined.edit_uri is not None and "edit_uri" not in written
    config.edit_uri = shipped["edit_uri"] if knows_host else joined.edit_uri
    config.nav = joined.nav
    config.validation = joined.validation


def _navigation(config: Any) -> object:
    generated = Path(str(config.config_file_path)).parent / NAVIGATION
    if config.nav is not None or not generated.is_file():
        return config.nav
    return _loaded(generated, config).get("nav")
