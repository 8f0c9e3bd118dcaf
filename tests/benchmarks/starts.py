#!/usr/bin/env python3
"""How long a server takes to its first 200, as it is and with a start cache, with one JVM and with JVM arguments in the base.

    tests/benchmarks/starts.py [NAME=]HOME... --war WAR [--java JAVA] [--rounds N] [--only TEXT]

HOME is a built distribution; WAR an application that answers at /NAME/. Starts are interleaved, figures are medians. A start begins
with the making of the process; whoever waits for the server tries to connect each millisecond. The processor time is that of all
processes of the server until then. "second JVM alone" is what the first one runs, taken from the list of processes; "direct" is
java @start-cache/java.args. --only measures the rows whose names hold the text.
"""
import argparse
import http.client
import os
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def children(pid):
    try:
        return [int(c) for c in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()] + [
            int(c) for task in Path(f"/proc/{pid}/task").iterdir() if task.name != str(pid)
            for c in (task / "children").read_text().split()]
    except OSError:
        return []


def processor_millis(pid):
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(int(f) for f in fields[11:15]) * 1000 / TICK + sum(processor_millis(c) for c in children(pid))


class Row:
    def __init__(self, name, base, command, port, path):
        self.name, self.base, self.command, self.port, self.path = name, base, command, port, path
        self.millis, self.processor = [], []

    def answer(self):
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", self.port)):
                return None
            connection = http.client.HTTPConnection("127.0.0.1", self.port)
            connection.sock = s
            connection.request("GET", self.path, headers={"Connection": "close"})
            return connection.getresponse().status

    def launch(self):
        with open(self.base / "out.log", "wb") as out:
            return subprocess.Popen(self.command, cwd=self.base, stdout=out, stderr=out)

    def start(self, look=None):
        """Starts and stops; returns what look says of the process."""
        begin = time.monotonic()
        process = self.launch()
        try:
            while True:
                try:
                    status = self.answer()
                except (OSError, http.client.HTTPException):
                    status = None
                if status == 200:
                    break
                if process.poll() is not None or time.monotonic() - begin > 60:
                    raise SystemExit(f"{self.name}: no start:\n" + (self.base / "out.log").read_text())
                time.sleep(0.001)
            self.millis.append((time.monotonic() - begin) * 1000)
            self.processor.append(processor_millis(process.pid))
            return look(process.pid) if look else None
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def command_of(pid):
    return Path(f"/proc/{pid}/cmdline").read_text().rstrip("\0").split("\0")


def base_of(home, folder, java, war, ini):
    folder.mkdir(parents=True)
    subprocess.run([java, "-jar", home / "start.jar", "--add-modules=http,ee10-deploy"], cwd=folder, check=True, capture_output=True)
    shutil.copy(war, folder / "webapps")
    if ini:
        (folder / "start.d" / "jvm.ini").write_text(ini)
    return folder


def rows_of(name, home, folder, options):
    rows = []
    path = f"/{options.war.stem}/"
    for kind, ini in ("plain", None), ("[exec]", "--exec\n-Xmx256m\n"):
        for trained in False, True:
            title = f"{name} {kind}, {'trained' if trained else 'without'}"
            port = free_port()
            base = base_of(home, folder / f"{name}-{kind.strip('[]')}-{trained}", options.java, options.war, ini)
            command = [options.java, "-jar", str(home / "start.jar"), "jetty.http.host=127.0.0.1", f"jetty.http.port={port}"]
            row = Row(title, base, command, port, path)
            if trained:
                subprocess.run(command + ["--train"], cwd=base, check=True, capture_output=True)
                second = row.start(lambda pid: [command_of(c) for c in children(pid)])
                rows.append(row)
                rows += [Row(title + ", second JVM alone", base, c, port, path) for c in second[:1]]
                direct = [options.java, f"@{base}/start-cache/java.args"] + command[3:]
                rows.append(Row(title + ", direct", base, direct, port, path))
            else:
                rows.append(row)
    return [row for row in rows if options.only in row.name]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("homes", nargs="+")
    parser.add_argument("--war", type=lambda text: Path(text).resolve(), required=True)
    parser.add_argument("--java", default="java")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        rows = []
        for i, text in enumerate(options.homes):
            name, _, home = text.rpartition("=")
            rows += rows_of(name or f"home{i + 1}", Path(home).resolve(), Path(folder), options)
        for row in rows:
            row.start()
            row.millis, row.processor = [], []
        for _ in range(options.rounds):
            for row in rows:
                row.start()
        for row in rows:
            print(f"{row.name:45} {statistics.median(row.millis):6.0f} ms (least {min(row.millis):4.0f}),"
                  f" {statistics.median(row.processor):5.0f} ms of CPU")


if __name__ == "__main__":
    main()
