"""A running `rookery serve` and a client of its API, both with nothing but the standard library."""
import hashlib
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("ROOKERY_BUILD", "build")
ROOKERY = BUILD / "src" / "cli" / "rookery"
API = "/api/v1"
GOOD = "def get_move(board, time_left_ms):\n    return board.legal_moves()[0]\n"


class Reply:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.text = response.read().decode()

    @property
    def json(self):
        return json.loads(self.text)

    @property
    def error(self):
        return self.json["error"]


class Client:
    """One browser: keeps its cookie. With `token` a program instead."""

    def __init__(self, port, token=None):
        self.port, self.token, self.cookie = port, token, None

    def ask(self, method, path, body=None, headers=()):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        sent = {"Content-Type": "application/json"} if method != "GET" else {}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        elif self.cookie:
            sent["Cookie"] = self.cookie
        sent.update(headers)
        raw = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        try:
            connection.request(method, path if path.startswith("/") else f"{API}/{path}", raw,
                               {name: value for name, value in sent.items() if value is not None})
            response = connection.getresponse()
            reply = Reply(response)
        finally:
            connection.close()
        cookie = reply.headers.get("Set-Cookie")
        if cookie:
            self.cookie = cookie.split(";")[0]
        return reply

    def raw(self, path):
        """The status, headers and bytes of something that is no text."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def post(self, path, body=None, **more):
        return self.ask("POST", path, body if body is not None else {}, **more)

    def listen(self, path):
        return Stream(self, path)

    def sign_up(self, name, password="a long password"):
        reply = self.post("accounts", {"name": name, "password": password})
        assert reply.status == 201, reply.text
        return self


class Stream:
    """The events of a topic, as (name, data)."""

    def __init__(self, client, path):
        self.connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=120)
        self.connection.request("GET", f"{API}/{path}", headers={"Cookie": client.cookie} if client.cookie else {})
        self.response = self.connection.getresponse()
        self.status = self.response.status

    def __iter__(self):
        name = None
        while line := self.response.readline():
            line = line.decode().rstrip("\n")
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                yield name, json.loads(line[6:])

    def wait_for(self, wanted, condition=lambda data: True):
        for name, data in self:
            if name in wanted.split("|") and condition(data):
                return data
        raise AssertionError(f"the stream ended before {wanted}")

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        self.close()


def database_of(data):
    """The words that choose a database: none for a file, or a schema of the PostgreSQL server that
    ROOKERY_TEST_DATABASE names."""
    url = os.environ.get("ROOKERY_TEST_DATABASE")
    if not url:
        return []
    schema = "arena_" + hashlib.sha256(str(data).encode()).hexdigest()[:16]
    subprocess.run(["psql", "-q", url, "-c", f"CREATE SCHEMA IF NOT EXISTS {schema}"], check=True, capture_output=True)
    return ["--database", f"{url}&options=-csearch_path%3D{schema}"]


class Server:
    def __init__(self, data, *words):
        self.data = data
        command = [ROOKERY, "serve", "--data", data, "--port", "0", *database_of(data), *words]
        self.process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        first = self.process.stdout.readline()
        match = re.search(r"http://localhost:(\d+)", first)
        assert match, first + self.process.stderr.read()
        self.port = int(match.group(1))

    def setup_token(self):
        return re.search(r"#setup=(\S+)", self.process.stdout.readline()).group(1)

    def client(self, **more):
        return Client(self.port, **more)

    def stop(self, how=signal.SIGTERM):
        """Ends it, and returns its exit status and what it said."""
        self.process.send_signal(how)
        said = "".join(self.process.communicate(timeout=60))
        return self.process.returncode, said


def verify(data):
    """The games and differences that a computation anew finds."""
    done = subprocess.run([ROOKERY, "serve", "--data", data, "--verify", *database_of(data)], capture_output=True, text=True,
                          timeout=60)
    assert done.returncode in (0, 1), done.stderr
    games, differences = re.match(r"(\d+) rated games?, (\d+) difference", done.stdout).groups()
    return int(games), int(differences)


def upload(client, name, source=GOOD, **more):
    """Uploads a bot and waits for its check; the version as the API tells it."""
    reply = client.post("bots", {"name": name, "source": source, **more})
    assert reply.status == 202, reply.text
    return wait_for_check(client, name)


def wait_for_check(client, name):
    with client.listen(f"bots/{name}/events") as events:
        for event, data in events:
            if event == "checked" or data["versions"][0]["status"] != "checking":
                break
    number = client.get(f"bots/{name}").json["newest"]["number"]
    return client.get(f"bots/{name}/versions/{number}").json


def wait_for_end(client, game):
    """The finished game; waits for it by its events."""
    while True:
        with client.listen(f"games/{game}/events") as events:
            if events.status == 200:
                events.wait_for("over")
            elif events.status == 503:
                continue  # it has not begun
        return client.get(f"games/{game}").json
