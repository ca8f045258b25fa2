"""Debian's nginx before a server, with the very file that `deploy/` has, on loopback alone."""

import os
import pwd
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import httpx2 as httpx
import pytest
import websockets

CONF = Path(__file__).parents[2] / "deploy" / "nginx.conf"
NAME = "tables.example.org"
PRETENDS = "127.0.0.9"
"""Who comes from here may say another address (`X-Pretend`), as nobody may elsewhere."""

OUTER = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr warn;
{user}
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    set_real_ip_from {pretends};
    real_ip_header X-Pretend;
    include {folder}/orrery.conf;
    server {{
        listen 127.0.0.1:{visitors};
        location / {{ return 200 "$orrery_visitor"; }}
    }}
}}
"""


def find_nginx() -> str:
    """The program; a test that needs it fails without it."""
    own = Path(sys.prefix) / "nginx" / "usr" / "sbin"
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:{own}")
    if found is None:
        pytest.fail(
            "nginx is missing: `make .venv/.nginx` gets Debian's (apt-get download nginx)"
            " without starting it"
        )
    return found


def free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for this run, which nobody else trusts."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    words += ["-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    words += ["-addext", f"subjectAltName=DNS:{NAME}"]
    words += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(["openssl", *words], check=True, capture_output=True)
    return certificate, key


def put(text: str, changes: Mapping[str, str]) -> str:
    """A text with other ports and folders; each of them must be there."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


class Nginx:
    """One nginx in the foreground, before a server at a port."""

    def __init__(self, folder: Path, upstream: int) -> None:
        program = find_nginx()
        self.plain, self.port, self.visitors = free_ports(3)
        certificate, key = make_certificate(folder)
        live = "/etc/letsencrypt/live/tables.example.org"
        changes = {
            "    listen [::]:80;\n": "",
            "    listen [::]:443 ssl http2;\n": "",
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "listen 443 ": f"listen 127.0.0.1:{self.port} ",
            f"{live}/fullchain.pem": str(certificate),
            f"{live}/privkey.pem": str(key),
            "proxy_pass http://127.0.0.1:8000;": f"proxy_pass http://127.0.0.1:{upstream};",
        }
        (folder / "orrery.conf").write_text(put(CONF.read_text("utf-8"), changes))
        user = f"user {pwd.getpwuid(0).pw_name};" if os.geteuid() == 0 else ""
        places = {"folder": folder, "user": user, "pretends": PRETENDS, "visitors": self.visitors}
        conf = folder / "nginx.conf"
        conf.write_text(OUTER.format(**places))
        self.tls = ssl.create_default_context(cafile=str(certificate))
        self.log = (folder / "nginx.log").open("w+")
        words = [program, "-e", "stderr", "-p", str(folder), "-c", str(conf)]
        self.process = subprocess.Popen(words, stderr=self.log)
        self._wait()

    def _wait(self) -> None:
        ends = time.monotonic() + 30
        while time.monotonic() < ends and self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.02)
            else:
                return
        raise AssertionError(f"nginx does not serve: {self.told()}")

    def told(self) -> str:
        self.log.seek(0)
        return self.log.read()

    def client(self, comes_from: str = "127.0.0.1", **headers: str) -> httpx.Client:
        """Somebody at an address, who asks for the tables by their name."""
        transport = httpx.HTTPTransport(verify=self.tls, local_address=comes_from)
        return httpx.Client(
            transport=transport,
            base_url=f"https://127.0.0.1:{self.port}",
            headers={"Host": f"{NAME}:{self.port}", **headers},
            timeout=30,
        )

    def ask(self, http: httpx.Client, method: str, path: str, **more: Any) -> Any:
        return http.request(method, path, extensions={"sni_hostname": NAME}, **more)

    def socket(self, path: str, comes_from: str = "127.0.0.1", **headers: str) -> Any:
        return websockets.connect(
            f"wss://{NAME}:{self.port}{path}",
            host="127.0.0.1",
            port=self.port,
            local_addr=(comes_from, 0),
            ssl=self.tls,
            server_hostname=NAME,
            additional_headers=headers,
            max_queue=None,
            proxy=None,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(20)
        self.log.close()
