"""Web servers in front of a wiki, started in a folder of their own: nginx, and Apache with the OWASP core rules."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.ending import stop
from tests.ports import free_port

from .installed import program

MODULES = Path("/usr/lib/apache2/modules")
RULES = Path("/usr/share/modsecurity-crs/owasp-crs.load")
TYPES = Path("/etc/nginx/mime.types")
SECURITY = Path("/etc/modsecurity/modsecurity.conf-recommended")

APACHE = """
ServerRoot "{folder}"
ServerName 127.0.0.1
Listen 127.0.0.1:{port}
PidFile "{folder}/pid"
ErrorLog "{folder}/error.log"
{modules}
{user}
ProxyPass / {upstream}/
"""
SECURED = f"""
Include {SECURITY}
Include {RULES}
SecRuleEngine On
SecAuditEngine Off
SecTmpDir "{{folder}}"
SecDataDir "{{folder}}"
"""
NGINX = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
{user}
events {{}}
http {{
    log_format short "$status $request_uri";
    access_log {log} short;
    include {types};
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    server {{
        listen 127.0.0.1:{port};
        {location}
    }}
}}
"""


@contextmanager
def nginx(upstream: str) -> Iterator[str]:
    """The address of an nginx that passes on to another one, with each path as it came."""
    with nginx_with(f"location / {{ proxy_pass {upstream}; }}") as address:
        yield address


@contextmanager
def nginx_with(location: str, log: Path = Path("/dev/null")) -> Iterator[str]:
    """The address of an nginx with a part of a configuration; the log has the status and path of each request."""
    server = program("nginx")
    with own_folder() as folder:
        port = free_port()
        text = NGINX.format(
            folder=folder,
            port=port,
            user="user root;" if os.getuid() == 0 else "",
            location=location,
            log=log,
            types=TYPES,
        )
        (folder / "conf").write_text(text, encoding="utf-8")
        with running(folder, port, server, "-p", str(folder), "-c", f"{folder}/conf") as address:
            yield address


@contextmanager
def apache(upstream: str, modules: tuple[str, ...] = (), rules: str = "") -> Iterator[str]:
    """The address of an Apache that passes on to another one."""
    server = program("apache2")
    names = ("mpm_event", "authz_core", "proxy", "proxy_http", *modules)
    with own_folder() as folder:
        port = free_port()
        text = APACHE.format(
            folder=folder,
            port=port,
            modules="\n".join(
                f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in names
            ),
            user="User www-data\nGroup www-data" if os.getuid() == 0 else "",
            upstream=upstream,
        )
        (folder / "conf").write_text(text + rules.format(folder=folder), encoding="utf-8")
        (folder / "unicode.mapping").symlink_to(SECURITY.parent / "unicode.mapping")
        command = (server, "-d", str(folder), "-f", f"{folder}/conf", "-D", "FOREGROUND")
        with running(folder, port, *command) as address:
            yield address


@contextmanager
def core_rules(upstream: str) -> Iterator[str]:
    """The address of an Apache that passes on what the OWASP core rules have nothing against."""
    if not RULES.exists() or not (MODULES / "mod_security2.so").exists():
        pytest.skip("no OWASP core rules here; `sh tests/setup/programs.sh` installs them")
    with apache(upstream, ("unique_id", "security2"), SECURED) as address:
        yield address


@contextmanager
def own_folder() -> Iterator[Path]:
    """A folder that other users may enter, as the servers become when root starts them."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@contextmanager
def running(folder: Path, port: int, *command: str) -> Iterator[str]:
    """The address of a server while it runs."""
    with (folder / "printed").open("wb") as printed:
        process = subprocess.Popen(command, stdout=printed, stderr=printed)
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, (folder / "printed").read_text(encoding="utf-8")
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        stop(process)
