"""The commands `client` and `init --wiki`: a folder with all that the package of a wiki is made of."""

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from specloom.cli.commands.asking import wiki_access
from specloom.cli.commands.fetch import renew_version
from specloom.cli.commands.init import init
from specloom.cli.commands.observing import FILE, write_observed
from specloom.cli.commands.wiki_files import ID, entry_text, first_files
from specloom.cli.console import say
from specloom.diagnostics import Diagnostics
from specloom.fetching.catalogue import Catalogue, fetch_catalogue
from specloom.fetching.catalogue_text import catalogue_text
from specloom.fetching.observed import overlay_text
from specloom.fetching.package_name import package_name
from specloom.model.naming import is_package_name
from specloom.publishing.folder import Folder
from specloom.readers.read import Sources, read_config

CONFIG = "spec/apis.yaml"
SOURCE = "wiki.json"


def begin(args: Namespace) -> int:
    """Start a folder with a wiki and a site; the exit code."""
    if not _can_be(args.package):
        return 2
    catalogue = fetch_catalogue(wiki_access(args, args.wiki))
    config = Path(args.folder) / CONFIG
    if config.exists():
        problem = _other(config, catalogue, args.package, "wiki/catalogue.json")
        if problem is not None:
            say(f"{config}: {problem}; begin with another folder")
            return 2
    package = args.package or package_name(catalogue.site_name, catalogue.api_url)
    return init(Path(args.folder), args.ci, args.dry_run, first_files(catalogue, package))


def _can_be(package: str | None) -> bool:
    if package is None or is_package_name(package):
        return True
    say(f"specloom: `{package}` cannot be the name of a Python package; one is `my_wiki`")
    return False


def client(args: Namespace) -> int:
    """Write the inputs; the exit code."""
    if not _can_be(args.package):
        return 2
    root = Path(args.out)
    if root.exists() and not root.is_dir():
        say(f"{root}: this is not a folder; give another --out")
        return 2
    catalogue = fetch_catalogue(wiki_access(args, args.url))
    package = args.package or package_name(catalogue.site_name, catalogue.api_url)
    files = {f"spec/{SOURCE}": catalogue_text(catalogue.modules, catalogue.help_format)}
    if (root / CONFIG).exists():
        problem = _other(root / CONFIG, catalogue, args.package)
        if problem is not None:
            say(f"{root / CONFIG}: {problem}; give another --out")
            return 2
    else:
        files[CONFIG] = entry_text(catalogue, package, SOURCE, ["builtin:mediawiki", FILE])
        files[f"spec/{FILE}"] = overlay_text({}, "nothing was observed yet; --probe does it")
    _write(root, files)
    config = read_config(Sources(root / CONFIG, root), Diagnostics())
    entry = next(entry for entry in config.apis if entry.id == ID) if config else None
    assert config is not None and entry is not None  # looked at, or just written
    renew_version(config, entry, catalogue.version)
    if args.probe:
        observed_count = write_observed(
            wiki_access(args, args.url), catalogue, entry, root / "spec"
        )
        if observed_count is None:
            return 2
    count, of_query = len(catalogue.modules), len(catalogue.queries)
    if not args.quiet:
        say(f"{catalogue.api_url}: {count} modules, {of_query} of them of `query`")
    return 0


def _other(
    config: Path, catalogue: Catalogue, package: str | None, source: str = SOURCE
) -> str | None:
    """The reason why an existing list is not that of this wiki; None if it is."""
    diagnostics = Diagnostics()
    api_list = read_config(Sources(config, config.parent.parent), diagnostics)
    if api_list is None:
        return str(diagnostics.found[0])
    entries = {entry.id: entry for entry in api_list.apis}
    entry = entries.get(ID)
    if entry is None or entry.source != source or entry.server != catalogue.api_url:
        return "this list is of another API"
    if package not in (None, entry.package):
        return f"the package of this wiki is called `{entry.package}`"
    return None


def _write(root: Path, files: Mapping[str, str]) -> None:
    root.mkdir(parents=True, exist_ok=True)
    folder = Folder(root)
    for path, text in files.items():
        folder.put(path, text.encode())


def next_step(root: Path) -> str:
    """The next step for using the package."""
    config = read_config(Sources(root / CONFIG, root), Diagnostics())
    package = next(entry.package for entry in config.apis) if config is not None else "…"
    place = root / "generated" / "python" / package
    return f"next: pip install {place}, and `from {package} import Client`"
