"""Plugin of MkDocs: settings and files of a site go before those of the plugin, and files of earlier versions are named."""

import json
import shutil
from pathlib import Path

import pytest

from specloom.cli.app import main
from specloom.site.earlier_files import earlier_files

from .conftest import ROOT, Build

SETTINGS = """\
site_name: Town Library
theme:
  name: material
  custom_dir: own
  font: {text: Serif}
  features: [navigation.footer]
extra_css: [own.css]
validation:
  omitted_files: ignore
  links: {not_found: ignore}
plugins:
  - specloom
  - search: {pipeline: [trimmer]}
markdown_extensions:
  - toc: {permalink: "¶"}
  - footnotes
  - pymdownx.snippets: {base_path: [!relative $config_dir]}
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that `init` has begun, with its outputs."""
    folder = tmp_path_factory.mktemp("folder")
    assert main(["init", str(folder)]) == 0
    assert main(["generate", "--quiet", "--config", str(folder / "spec/apis.yaml")]) == 0
    return folder


@pytest.fixture(scope="module")
def changed(folder: Path, build: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with other settings, and with a template, a style sheet and a page."""
    source = shutil.copytree(folder, tmp_path_factory.mktemp("changed") / "source")
    (source / "mkdocs.yml").write_text(SETTINGS, "utf-8")
    (source / "own").mkdir()
    (source / "own/404.html").write_text("Nothing here.", "utf-8")
    (source / "docs/own.css").write_text("body {}", "utf-8")
    (source / "docs/robots.txt").write_text("User-agent: *\n", "utf-8")
    (source / "docs/stylesheets").mkdir()
    (source / "docs/stylesheets/try.css").write_text("form {}", "utf-8")
    (source / "docs/note.md").write_text(
        '# Note\n\nText.[^1]\n\n[^1]: More.\n\n--8<-- "spec/apis.yaml"\n\n[Missing](missing.md)\n',
        "utf-8",
    )
    (source / "docs/nav.yaml").write_text("- index.md\n- Books: reference/\n", "utf-8")
    assert main(["generate", "--quiet", "--config", str(source / "spec/apis.yaml")]) == 0
    target = source.with_name("site")
    done = build(source, target, "--strict")
    assert done.returncode == 0, done.stderr
    return target


@pytest.mark.promise("Settings in `mkdocs.yml` take precedence over those of the plugin")
def test_settings_of_the_theme_and_of_markdown_are_the_sites(changed: Path) -> None:
    html = (changed / "reference/library/books/get/index.html").read_text("utf-8")
    assert "family=Serif" in html
    shared = (changed / "javascripts/shared_parts.js").read_text("utf-8").replace('\\"', '"')
    assert '"features": ["navigation.footer"]' in shared
    assert 'title="Permanent link">¶</a>' in shared
    assert 'data-md-color-primary="custom"' in html and 'class="tabbed-set' in html
    note = (changed / "note/index.html").read_text("utf-8")
    assert 'class="footnote"' in note and "reader: rest" in note


@pytest.mark.promise("unless `plugins` names them")
def test_options_of_the_search_are_the_sites(changed: Path) -> None:
    index = json.loads((changed / "search/search_index.json").read_text("utf-8"))["config"]
    assert index["pipeline"] == ["trimmer"]
    assert index["separator"].startswith("[\\s\\u200b,:;=")
    assert index["fields"]["tags"] == {"boost": 200.0}


@pytest.mark.promise(
    "it is loaded after the plugin's",
    "A file of the same name below `docs/` replaces `feed.xml`, `llms.txt` and `robots.txt`",
)
def test_styles_and_templates_of_the_site_replace_those_of_the_plugin(changed: Path) -> None:
    html = (changed / "index.html").read_text("utf-8")
    assert 0 < html.index("stylesheets/specloom.css") < html.index('href="own.css"')
    assert (changed / "stylesheets/try.css").read_text("utf-8") == "form {}"
    assert (changed / "robots.txt").read_text("utf-8") == "User-agent: *\n"
    assert (changed / "404.html").read_text("utf-8") == "Nothing here."
    assert "sl-noscript" in html  # another template is the plugin's


@pytest.mark.promise("and the APIs decide")
def test_the_navigation_is_of_the_pages_and_the_apis_unless_the_settings_have_one(
    changed: Path, folder: Path, build: Build, tmp_path: Path
) -> None:
    tabs = "md-nav__link"
    assert "Books" in (changed / "index.html").read_text("utf-8").partition(tabs)[2]
    source = shutil.copytree(folder, tmp_path / "source")
    with (source / "mkdocs.yml").open("a") as settings:
        settings.write("nav:\n  - Beginning: index.md\n  - Catalogue: reference/index.md\n")
    done = build(source, tmp_path / "site")
    assert done.returncode == 0, done.stderr
    assert "Catalogue" in (tmp_path / "site/index.html").read_text("utf-8").partition(tabs)[2]


@pytest.mark.promise(
    "A page of your own is a file below `docs/` and a line in this file",
    "without one, they stay code, and the page asks no other host",
)
@pytest.mark.parametrize("script", ["", "extra_javascript: [scripts/mermaid.js]\n"])
def test_a_diagram_is_drawn_where_the_site_has_a_script_for_it(
    folder: Path, build: Build, tmp_path: Path, script: str
) -> None:
    source = shutil.copytree(folder, tmp_path / "source")
    with (source / "mkdocs.yml").open("a") as settings:
        settings.write(script)
    (source / "docs/scripts").mkdir()
    (source / "docs/scripts/mermaid.js").write_text("", "utf-8")
    (source / "docs/way.md").write_text("# Way\n\n```mermaid\ngraph LR\n  A --> B\n```\n", "utf-8")
    navigation = source / "docs/nav.yaml"
    text = navigation.read_text("utf-8")
    navigation.write_text(
        text.replace("# - Getting started: getting-started.md", "- way.md"), "utf-8"
    )
    assert main(["generate", "--quiet", "--config", str(source / "spec/apis.yaml")]) == 0
    done = build(source, tmp_path / "site", "--strict")
    assert done.returncode == 0, done.stderr
    html = (tmp_path / "site/way/index.html").read_text("utf-8")
    assert ('<pre class="mermaid"><code>graph LR' in html) is bool(script)


@pytest.mark.parametrize("theme", ["", "theme: readthedocs\n"])
def test_another_theme_is_refused(folder: Path, build: Build, tmp_path: Path, theme: str) -> None:
    source = shutil.copytree(folder, tmp_path / "source")
    (source / "mkdocs.yml").write_text(f"site_name: A\n{theme}plugins: [specloom]\n", "utf-8")
    done = build(source, tmp_path / "site")
    assert done.returncode == 1
    name = "readthedocs" if theme else "mkdocs"
    assert f"specloom: mkdocs.yml: expected the theme material, got {name}; write" in done.stderr


# --- Files of an earlier version ---------------------------------------------------------------------

LOGO = """\
{#- The logo of the header with its size, so that nothing beside it moves when it arrives. -#}
{% if config.theme.logo %}
  <img src="{{ config.theme.logo | url }}" alt="logo" width="24" height="24">
{% else %}
  {% include ".icons/" ~ (config.theme.icon.logo or "material/library") ~ ".svg" %}
{% endif %}
"""
"""`docs/overrides/partials/logo.html` as `init` wrote it."""
UNCHANGED = "docs/overrides/partials/logo.html"
EDITED = "docs/stylesheets/specloom.css"
LINES = (
    f"can be deleted  {UNCHANGED}\n",
    f"was edited      {EDITED}: keep your changes as the guide says, then delete it\n",
)


@pytest.fixture
def earlier(folder: Path, tmp_path: Path) -> Path:
    """A folder with two files of a site that an earlier version began; the line ends of one are those of Windows."""
    earlier = shutil.copytree(folder, tmp_path / "earlier")
    for path, text in ((UNCHANGED, LOGO.replace("\n", "\r\n")), (EDITED, "body {}\n")):
        (earlier / path).parent.mkdir(parents=True, exist_ok=True)
        (earlier / path).write_text(text, "utf-8", newline="")
    return earlier


@pytest.mark.promise("and `specloom init --dry-run` lists them")
@pytest.mark.parametrize("options", [(), ("--dry-run",)])
def test_init_lists_the_files_of_an_earlier_version(
    earlier: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    assert main(["init", *options, str(earlier)]) == 0
    stderr = capsys.readouterr().err
    assert "specloom: the plugin of MkDocs replaces files of an earlier `specloom init`" in stderr
    assert all(line in stderr for line in LINES)


@pytest.mark.promise("`specloom generate` says that the plugin replaces these files")
def test_generate_names_a_file_of_an_earlier_version(
    earlier: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = ("--config", str(earlier / "spec/apis.yaml"))
    assert main(["generate", *config]) == 0
    assert f"earlier `specloom init`, such as {UNCHANGED}; the guide" in capsys.readouterr().err
    (earlier / UNCHANGED).unlink()
    (earlier / "generated/nav.yml").unlink()
    assert main(["generate", *config]) == 0
    assert "earlier" not in capsys.readouterr().err  # a style sheet at this place may be anybody's


@pytest.mark.promise("lists the files that are left as a warning")
def test_a_build_warns_of_files_of_an_earlier_version(
    earlier: Path, build: Build, tmp_path: Path
) -> None:
    done = build(earlier, tmp_path / "site", "--strict")
    assert done.returncode == 1
    assert all(line in done.stderr for line in LINES)
    (earlier / UNCHANGED).unlink()
    done = build(earlier, tmp_path / "site", "--strict")
    assert done.returncode == 0, done.stderr


def test_this_repository_has_no_file_of_an_earlier_version() -> None:
    assert not earlier_files(ROOT)


@pytest.mark.promise("Your own text may stand before and after that line")
def test_the_home_page_of_the_api_stands_between_the_sites_own_texts(
    folder: Path, build: Build, tmp_path: Path
) -> None:
    source = shutil.copytree(folder, tmp_path / "source")
    home = source / "docs/index.md"
    home.write_text(f"Before.\n\n{home.read_text('utf-8')}\nAfter.\n", "utf-8")
    done = build(source, tmp_path / "site", "--strict")
    assert done.returncode == 0, done.stderr
    for path in ("index.html", "index.md"):
        text = (tmp_path / "site" / path).read_text("utf-8")
        places = [text.index(part) for part in ("Before.", "Books of a town", "curl ", "After.")]
        assert places == sorted(places)
        assert "specloom/home" not in text


def test_a_mark_of_an_unknown_api_is_reported(folder: Path, build: Build, tmp_path: Path) -> None:
    source = shutil.copytree(folder, tmp_path / "source")
    (source / "docs/index.md").write_text("<!-- specloom/home pets -->\n", "utf-8")
    done = build(source, tmp_path / "site")
    assert done.returncode == 1
    assert "docs/index.md: generated/home/pets.md cannot be read" in done.stderr
