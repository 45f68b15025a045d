"""Installs, serves and stops a MediaWiki from the system's package, in its folder."""

import atexit
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import httpx2

from tests.ports import free_port

SOURCE = Path("/usr/share/mediawiki")
NEWER = Path(__file__).parents[2] / ".mediawiki/usr/share/mediawiki"
"""MediaWiki 1.43, where it could be had."""
OLDER = NEWER.parents[2] / "1.35/usr/share/mediawiki"
"""MediaWiki 1.35, where it could be had."""
ADMIN = ("Admin", "Adminpass-12345")
COMPILED = NEWER.parents[2] / "compiled"
"""Compiled files of PHP, for all servers and scripts of all runs; PHP looks at the files' times."""
PHP = (
    *("-d", "apc.enable_cli=1", "-d", "memory_limit=256M", "-d", "opcache.enable_cli=1"),
    *("-d", f"opcache.file_cache={COMPILED}"),
    *("-d", f"opcache.blacklist_filename={Path(__file__).with_name('uncompiled.txt')}"),
)
ONCE = ("-d", "opcache.file_cache_only=1")
"""For a script: memory that servers share would be filled for a single use."""
PREPEND = Path(__file__).with_name("older.php")
FOR_OLDER = ("-d", "error_reporting=0", "-d", f"auto_prepend_file={PREPEND}")
"""1.35 is older than PHP 8, which calls much of it deprecated, and takes no path of settings from the environment."""

TEXTS = COMPILED.with_name("texts")
"""The wikis' messages in each language, as each version and set of extensions has them."""
FOLDER, ADDRESS = "@folder@", "@address@"
"""Placeholders in the settings of a wiki that is kept."""
SETTINGS = """
$wgEnableUploads = true;
$wgUploadDirectory = "{folder}/images";
$wgUploadPath = "/images";
$wgFileExtensions = [ 'png' ];
$wgVerifyMimeType = false;
$wgMainCacheType = CACHE_ACCEL;
$wgSessionCacheType = CACHE_DB;
$wgJobRunRate = 0;
$wgLocalisationCacheConf['storeDirectory'] = '{texts}/' . MW_VERSION;
$wgRateLimits = [];
$wgPasswordAttemptThrottle = [];
$wgPasswordConfig['pbkdf2']['cost'] = '1'; // not 30000 rounds for each login: these passwords are no secrets
$wgEnableEmail = false;
$wgAllowUserJs = true;
$wgShowExceptionDetails = true;
$wgDBservers = [ [
	'type' => 'sqlite', 'dbname' => $wgDBname, 'dbDirectory' => $wgSQLiteDataDir, 'load' => 1,
	'variables' => [ 'synchronous' => 'OFF' ], 'trxMode' => 'IMMEDIATE', 'flags' => DBO_DEFAULT,
] ]; // a wiki that lives for minutes need not outlive a power cut
$wgGroupPermissions['sysop']['deleterevision'] = true;
if ( isset( $_SERVER['HTTP_X_TEST_PRIVATE'] ) ) {{
	$wgGroupPermissions['*']['read'] = false;
}}
if ( isset( $_SERVER['HTTP_X_TEST_SECOND_FACTOR'] ) ) {{
	wfLoadExtension( 'OATHAuth' );
	$wgLocalisationCacheConf['store'] = 'files'; // apart from that of the other requests
	$wgLocalisationCacheConf['storeDirectory'] = "{folder}";
}}
if ( isset( $_SERVER['HTTP_X_TEST_MAIL'] ) ) {{
	$wgEnableEmail = true;
	$wgHooks['AlternateUserMailer'][] = static fn () => false; // as if it had been sent
}}
if ( isset( $_SERVER['HTTP_X_TEST_PAGE_LANGUAGE'] ) ) {{
	$wgPageLanguageUseDB = true;
	$wgGroupPermissions['sysop']['pagelang'] = true;
}}
if ( isset( $_SERVER['HTTP_X_TEST_RESULT_BYTES'] ) ) {{
	$wgAPIMaxResultSize = (int)$_SERVER['HTTP_X_TEST_RESULT_BYTES'];
}}
if ( isset( $_SERVER['HTTP_X_TEST_FAULT_IN'] ) ) {{
	$wgHooks[$_SERVER['HTTP_X_TEST_FAULT_IN']][] = static function () {{
		noSuchFunction();
	}};
}}
if ( isset( $_SERVER['HTTP_X_TEST_MARK'] ) ) {{
	echo "\\xef\\xbb\\xbf";
}}
"""


@dataclass(frozen=True)
class Wiki:
    """A wiki that answers."""

    folder: Path
    url: str
    """Of the wiki's root."""
    source: Path = SOURCE
    """The program's own files."""

    @property
    def api_url(self) -> str:
        return f"{self.url}/api.php"

    def maintain(self, script: str, *arguments: str) -> str:
        """Run a maintenance script; its output."""
        done = subprocess.run(
            [*php(self.source), *ONCE, str(self.source / "maintenance" / script), *arguments],
            env=_environment(self.folder),
            capture_output=True,
            text=True,
            timeout=120,
        )
        if done.returncode:
            raise RuntimeError(f"{script}: {done.stdout[-500:]}{done.stderr[-500:]}")
        return done.stdout


def missing() -> str | None:
    """Reason why a wiki cannot run here; None if it can."""
    if shutil.which("php") is None:
        return "php"
    return None if (SOURCE / "api.php").exists() else "mediawiki"


def php(source: Path) -> list[str]:
    """The interpreter, with what a version of MediaWiki wants of it."""
    COMPILED.mkdir(parents=True, exist_ok=True)
    return ["php", *PHP, *(FOR_OLDER if source == OLDER else ())]


def install(folder: Path, source: Path = SOURCE) -> Wiki:
    """A new, empty wiki; it is not served yet."""
    return copied(_empty(source), folder, source)


@cache
def _empty(source: Path) -> Path:
    """The empty wiki that all of this process are copies of."""
    folder = Path(tempfile.mkdtemp(prefix="wiki-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    wiki = _installed(folder / "wiki", source)
    keep(wiki)
    return wiki.folder


def _installed(folder: Path, source: Path) -> Wiki:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    (folder / "images").mkdir(parents=True)
    command = [*php(source), *ONCE, str(source / "maintenance/install.php")]
    options = {
        "--dbtype": "sqlite",
        "--dbpath": str(folder / "data"),
        "--dbname": "wiki",
        "--server": url,
        "--scriptpath": "",
        "--confpath": str(folder),
        "--lang": "en",
        "--pass": ADMIN[1],
    }
    arguments = [part for pair in options.items() for part in pair]
    done = subprocess.run(
        [*command, *arguments, "Test wiki", ADMIN[0]], capture_output=True, text=True, timeout=120
    )
    if done.returncode:
        raise RuntimeError(f"install.php: {done.stdout[-800:]}{done.stderr[-800:]}")
    settings = folder / "LocalSettings.php"
    default_settings = settings.read_text("utf-8").replace(
        "'synchronous' => 'NORMAL'", "'synchronous' => 'OFF'"
    )
    settings.write_text(default_settings + SETTINGS.format(folder=folder, texts=TEXTS), "utf-8")
    return Wiki(folder, url, source)


def keep(wiki: Wiki) -> None:
    """Turn a wiki that is not served any more into one to copy, wherever its folder goes."""
    _replace(wiki.folder, {str(wiki.folder): FOLDER, wiki.url: ADDRESS})


def copied(source_wiki: Path, folder: Path, source: Path = SOURCE) -> Wiki:
    """A wiki with the data of one that is kept; it is not served yet."""
    wiki = Wiki(folder, f"http://127.0.0.1:{free_port()}", source)
    shutil.copytree(source_wiki, folder)
    _replace(folder, {FOLDER: str(folder), ADDRESS: wiki.url})
    return wiki


def _replace(folder: Path, texts: Mapping[str, str]) -> None:
    """Put other texts into the settings of a wiki."""
    settings = folder / "LocalSettings.php"
    text = settings.read_text("utf-8")
    for old, new in texts.items():
        assert old in text, old
        text = text.replace(old, new)
    settings.write_text(text, "utf-8")


def serve(wiki: Wiki) -> "subprocess.Popen[bytes]":
    """Start the server, and wait until the wiki answers."""
    port = wiki.url.rsplit(":", 1)[1]
    with (wiki.folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            [*php(wiki.source), "-S", f"127.0.0.1:{port}", "-t", str(wiki.source)],
            env=_environment(wiki.folder),
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    for _ in range(100):
        try:
            if httpx2.get(f"{wiki.api_url}?action=paraminfo&format=json").status_code == 200:
                return process
        except httpx2.TransportError:
            time.sleep(0.1)
    stop(process)
    raise RuntimeError(f"the wiki does not answer: {(wiki.folder / 'server.log').read_text()}")


def stop(process: "subprocess.Popen[bytes]") -> None:
    """End the server and its workers, if it has not ended by itself."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)


def wait_until_free(wiki: Wiki) -> None:
    """Wait until no worker of a server that was stopped listens any more: they end after it."""
    port = int(wiki.url.rsplit(":", 1)[1])
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.1)
    raise RuntimeError(f"something still listens at port {port}")


def _environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "MW_CONFIG_FILE": str(folder / "LocalSettings.php"),
        "PHP_CLI_SERVER_WORKERS": "4",
    }
