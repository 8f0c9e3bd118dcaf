#!/usr/bin/env python3
"""Measures how long a start takes until the first page: of a bootable jar, and of start.jar on the base that it was packed from.

Usage: bootable.py HOME WAR PATH [--runs N] [--modules http,ee10-deploy]

HOME is a distribution, WAR an application with a page at PATH, which is below its context path, such as /hello/greeting. Each run is a new
JVM without options; the clock runs from the start of the process to the end of the first response with status 200. Runs of the two alternate,
so that both see the same machine; the first of each does not count.
"""
import argparse
import http.client
import pathlib
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def first_page(command, directory, path):
    """Seconds until the first page."""
    port = free_port()
    with open(directory / "output.txt", "w") as output:
        begin = time.monotonic()
        process = subprocess.Popen([*command, f"jetty.http.port={port}"], cwd=directory, stdout=output, stderr=subprocess.STDOUT)
        try:
            while process.poll() is None and time.monotonic() - begin < 60:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
                try:
                    connection.request("GET", path)
                    response = connection.getresponse()
                    response.read()
                    if response.status == 200:
                        return time.monotonic() - begin
                except OSError:
                    pass
                finally:
                    connection.close()
                time.sleep(0.002)
            raise SystemExit((directory / "output.txt").read_text())
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("home", type=pathlib.Path)
    parser.add_argument("war", type=pathlib.Path)
    parser.add_argument("path")
    parser.add_argument("--runs", type=int, default=20, help="counted runs of each (20)")
    parser.add_argument("--modules", default="http,ee10-deploy")
    parser.add_argument("--java", default="java")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bootable-py-") as name:
        directory = pathlib.Path(name)
        base = directory / "base"
        base.mkdir()
        start = [arguments.java, "-jar", str(arguments.home.absolute() / "start.jar"), f"jetty.base={base}"]
        subprocess.run([*start, f"--add-modules={arguments.modules}"], check=True, stderr=subprocess.DEVNULL)
        shutil.copy(arguments.war, base / "webapps")
        subprocess.run([*start, f"--pack={directory / 'app.jar'}"], check=True, stderr=subprocess.DEVNULL)
        commands = {"start.jar": start, "bootable jar": [arguments.java, "-jar", str(directory / "app.jar")]}
        times = {name: [] for name in commands}
        for run in range(arguments.runs + 1):
            for name, command in commands.items():
                seconds = first_page(command, directory, arguments.path)
                if run > 0:
                    times[name].append(seconds)
    print("| start | median s | least s | most s |\n| --- | ---: | ---: | ---: |")
    for name, seconds in times.items():
        print(f"| {name} | {statistics.median(seconds):.3f} | {min(seconds):.3f} | {max(seconds):.3f} |")
    ratios = [packed / unpacked for unpacked, packed in zip(*times.values())]
    print(f"median ratio of the pairs: {statistics.median(ratios):.3f}")


if __name__ == "__main__":
    main()
