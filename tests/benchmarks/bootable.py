#!/usr/bin/env python3
"""Measures how long a start takes until the first page: of a bootable jar, and of start.jar on the base that it was packed from.

Usage: bootable.py HOME WAR PATH [--runs N] [--modules http,ee10-deploy]

HOME is a distribution, WAR an application with a page at PATH, which is below its context path, such as /hello/greeting. Each run is a new
JVM without options; the clock runs from the start of the process to the end of the first response with status 200. Runs of the two alternate,
so that both see the same machine; the first of each does not count.
"""
import argparse
import pathlib
import shutil
import statistics
import subprocess
import tempfile

from starts import Row, free_port


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
        rows = []
        for name, command in commands.items():
            port = free_port()
            rows.append(Row(name, directory, [*command, f"jetty.http.port={port}"], port, arguments.path))
        for _ in range(arguments.runs + 1):
            for row in rows:
                row.start()
    times = {row.name: [millis / 1000 for millis in row.millis[1:]] for row in rows}
    print("| start | median s | least s | most s |\n| --- | ---: | ---: | ---: |")
    for name, seconds in times.items():
        print(f"| {name} | {statistics.median(seconds):.3f} | {min(seconds):.3f} | {max(seconds):.3f} |")
    ratios = [packed / unpacked for unpacked, packed in zip(*times.values())]
    print(f"median ratio of the pairs: {statistics.median(ratios):.3f}")


if __name__ == "__main__":
    main()
