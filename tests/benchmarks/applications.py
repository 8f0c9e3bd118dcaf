#!/usr/bin/env python3
"""What many applications cost at the start: time until each of them has answered with 200.

    tests/benchmarks/applications.py NAME=HOME... [--applications 15] [--rounds 3] [--jsp] [--war FILE --path /] [--java JAVA]

The first start finds an empty work/, the second one what the first has left there. Rounds are interleaved, figures are medians,
ratios are to the first home. Without --war, the WAR has the libraries of a Spring MVC application (Spring MVC 6.2, Jackson), which
Maven fetches, and a static file: a server has everything to scan, and no framework starts. With --jsp it has a page instead that uses
the standard tag library of the server, which must be compiled at the first start. Each server has the same port and its own base
with the modules http, ee10-deploy, ee10-annotations and work, with --jsp also ee10-apache-jsp and ee10-glassfish-jstl.
"""
import argparse
import os
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>bench</groupId><artifactId>libraries</artifactId><version>1</version><dependencies>
<dependency><groupId>org.springframework</groupId><artifactId>spring-webmvc</artifactId><version>6.2.19</version></dependency>
<dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>2.18.2</version></dependency>
</dependencies></project>"""


PAGE = """<%@ taglib prefix="c" uri="jakarta.tags.core" %><c:forEach var="i" begin="1" end="3">${i} </c:forEach>"""
MODULES = "http,ee10-deploy,ee10-annotations,work"
JSP_MODULES = MODULES + ",ee10-apache-jsp,ee10-glassfish-jstl"


def war_of_that_size(directory):
    pom = directory / "pom.xml"
    pom.write_text(POM)
    subprocess.run(["mvn", "-q", "-B", "-f", pom, "dependency:copy-dependencies", f"-DoutputDirectory={directory}/lib"], check=True)
    war = directory / "application.war"
    with zipfile.ZipFile(war, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("hello.txt", "hello")
        zipped.writestr("hello.jsp", PAGE)
        for jar in sorted((directory / "lib").glob("*.jar")):
            zipped.write(jar, "WEB-INF/lib/" + jar.name)
    return war


def answers(url):
    try:
        with urllib.request.urlopen(url, timeout=60) as response:
            return response.status == 200
    except urllib.error.HTTPError as failure:
        if failure.code not in (404, 503):
            raise SystemExit(f"{url}: {failure}")
        return False
    except OSError:
        return False


def start(java, home, base, port, urls):
    """Returns seconds to the last first 200, CPU seconds until then, and the peak of resident memory in MB."""
    log = base / "console.log"
    begin = time.monotonic()
    with open(log, "wb") as out:
        server = subprocess.Popen([java, "-jar", home / "start.jar", f"jetty.http.port={port}"], cwd=base, stdout=out, stderr=out)
    try:
        for url in urls:
            while not answers(url):
                if server.poll() is not None:
                    raise SystemExit(f"the server has ended, see {log}")
                time.sleep(0.01)
        seconds = time.monotonic() - begin
        fields = Path(f"/proc/{server.pid}/stat").read_text().rsplit(")", 1)[1].split()
        cpu = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        status = Path(f"/proc/{server.pid}/status").read_text()
        peak = int(status.split("VmHWM:")[1].split()[0]) // 1024
        return seconds, cpu, peak
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def prepare(java, home, base, war, count, modules=MODULES):
    base.mkdir()
    subprocess.run([java, "-jar", home / "start.jar", f"--add-modules={modules}"], cwd=base, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    (base / "webapps").mkdir(exist_ok=True)
    for i in range(count):
        shutil.copy(war, base / "webapps" / f"app{i:02}.war")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("homes", nargs="+", metavar="NAME=HOME")
    parser.add_argument("--applications", type=int, default=15)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--war", type=Path)
    parser.add_argument("--path")
    parser.add_argument("--jsp", action="store_true")
    parser.add_argument("--java", default=shutil.which("java"))
    args = parser.parse_args()
    path = args.path or ("/hello.jsp" if args.jsp else "/hello.txt")
    homes = {name: Path(home).resolve() for name, home in (each.split("=", 1) for each in args.homes)}
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    urls = [f"http://127.0.0.1:{port}/app{i:02}{path}" for i in range(args.applications)]
    with tempfile.TemporaryDirectory(prefix="applications-") as temp:
        directory = Path(temp)
        war = args.war or war_of_that_size(directory)
        figures = {}
        for name, home in homes.items():
            prepare(args.java, home, directory / name, war, args.applications, JSP_MODULES if args.jsp else MODULES)
        for _ in range(args.rounds):
            for name, home in homes.items():
                shutil.rmtree(directory / name / "work", ignore_errors=True)
                (directory / name / "work").mkdir()
                for which in ("first", "second"):
                    figures.setdefault((name, which), []).append(start(args.java, home, directory / name, port, urls))
        print(f"{args.applications} applications of {war.stat().st_size / 1e6:.1f} MB, {args.rounds} rounds\n")
        print("| start | server | seconds to 200 of all | ratio | CPU seconds | peak RSS MB |\n| --- | --- | --- | --- | --- | --- |")
        reference = next(iter(homes))
        for which in ("first", "second"):
            for name in homes:
                seconds, cpu, peak = (statistics.median(column) for column in zip(*figures[name, which]))
                others = [mine[0] / theirs[0] for mine, theirs in zip(figures[name, which], figures[reference, which])]
                print(f"| {which} | {name} | {seconds:.2f} | {statistics.median(others):.2f} | {cpu:.1f} | {peak:.0f} |", flush=True)


if __name__ == "__main__":
    main()
