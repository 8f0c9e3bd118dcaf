#!/usr/bin/env python3
"""Whether users notice a rolling upgrade: three servers are replaced one by one by others with a new version of the application, under load.

    tests/benchmarks/rolling.py HOME [--new-home HOME] [--java JAVA] [--requests 1000000] [--clients 8]

HOME is a built distribution, of which the servers before the upgrade are; --new-home is that of those after it, the same by default. Needs
redis-server. A balancer that is not sticky is in front; sessions are in Redis. Each client has a session, whose visits it counts, one request after the
other: each response must be 200, of this client, with the next count. The upgrade begins after a tenth of the requests, and servers are replaced until nine
tenths of them are done, again and again. Prints what was answered, wrong and failed, and ends with 1 if anything was wrong or failed.
"""
import argparse
import http.client
import itertools
import multiprocessing
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from environments import free_port

NODES = 3
DRAIN_MS = 1500

SERVLET = """package bench;
import jakarta.servlet.http.*;
public class Visits extends HttpServlet {
    @Override protected void doGet(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {
        HttpSession session = request.getSession();
        Object owner = session.getAttribute("owner");
        if (owner == null) session.setAttribute("owner", owner = request.getHeader("X-Client"));
        Integer visits = (Integer) session.getAttribute("visits");
        visits = visits == null ? 1 : visits + 1;
        session.setAttribute("visits", visits);
        response.setContentType("text/plain");
        response.getWriter().print(owner + " " + visits + " VERSION");
    }
}
"""
WEB_XML = """<web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0"><servlet><servlet-name>v</servlet-name><servlet-class>bench.Visits</servlet-class>
</servlet><servlet-mapping><servlet-name>v</servlet-name><url-pattern>/</url-pattern></servlet-mapping></web-app>"""


def start_jar(java, home, base, *arguments):
    subprocess.run([java, "-jar", home / "start.jar", *arguments], cwd=base, check=True, capture_output=True)


def make_base(folder, name, java, home, redis, application):
    base = Path(folder) / name
    base.mkdir()
    start_jar(java, home, base, "--approve-all-licenses", "--add-modules=http,ee10-deploy,health,session-cache-null,session-store-redis")
    (base / "start.d" / "node.ini").write_text(f"""jetty.http.host=127.0.0.1
jetty.session.redis.nodes=127.0.0.1:{redis}
jetty.stop.drainDelay={DRAIN_MS}
jetty.server.stopTimeout=10000
""")
    classes = base / "webapps" / "ROOT" / "WEB-INF" / "classes"
    classes.mkdir(parents=True)
    source = base / "Visits.java"
    source.write_text(SERVLET.replace("VERSION", application))
    api = next((home / "lib").glob("jakarta.servlet-api-6.0*"))
    subprocess.run([Path(java).parent / "javac", "--release", "17", "-cp", api, "-d", classes, source], check=True)
    (classes.parent / "web.xml").write_text(WEB_XML)
    return base


def await_answer(uri, process):
    deadline = time.monotonic() + 60
    while True:
        try:
            return urllib.request.urlopen(uri, timeout=5).read()
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.05)


class Node:
    """A place in the balancer, with the server that has it at present."""

    def __init__(self, number, java):
        self.number = number
        self.java = java
        self.port = free_port()
        self.process = None

    def start(self, home, base):
        self.process = subprocess.Popen([self.java, "-Xmx256m", "-jar", home / "start.jar", f"jetty.http.port={self.port}",
                                         f"jetty.sessionIdManager.workerName=node{self.number}"],
                                        cwd=base, stdout=subprocess.DEVNULL, stderr=(base / f"node{self.number}.log").open("a"))
        await_answer(f"http://127.0.0.1:{self.port}/health/ready", self.process)

    def stop(self):
        self.process.terminate()
        self.process.wait()


def client(number, port, requests, done, results):
    """Visits until the requests are done; reports answered, wrong and failed ones, and the versions that it saw."""
    name = f"client{number}"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    cookie, visits, wrong, failed, versions = None, 0, [], [], {}
    while True:
        with done.get_lock():
            if done.value >= requests:
                break
            done.value += 1
        headers = {"X-Client": name}
        if cookie:
            headers["Cookie"] = cookie
        try:
            connection.request("GET", "/", headers=headers)
            response = connection.getresponse()
            body = response.read().decode()
        except (OSError, http.client.HTTPException) as x:
            failed.append(repr(x))
            connection.close()
            continue
        if response.status != 200:
            failed.append(f"{response.status} {response.reason}")
            continue
        if response.getheader("Set-Cookie"):
            cookie = response.getheader("Set-Cookie").split(";")[0]
        owner, count, version = body.split()
        visits += 1
        versions[version] = versions.get(version, 0) + 1
        if owner != name or int(count) != visits:
            wrong.append(f"{name}: {body} (expected: {name} {visits})")
            visits = int(count)
    results.put((visits, wrong, failed, versions))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("home", type=Path)
    parser.add_argument("--new-home", type=Path)
    parser.add_argument("--java", default="java")
    parser.add_argument("--requests", type=int, default=1_000_000)
    parser.add_argument("--clients", type=int, default=8)
    args = parser.parse_args()
    java = str(Path(shutil.which(args.java)).resolve())
    homes = {"v1": args.home.resolve(), "v2": (args.new_home or args.home).resolve()}
    started = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            redis = free_port()
            store = subprocess.Popen(["redis-server", "--port", str(redis), "--bind", "127.0.0.1", "--save", ""], cwd=folder,
                                     stdout=subprocess.DEVNULL)
            started.append(store)
            bases = {version: [make_base(folder, f"{version}-{i}", java, home, redis, version) for i in range(NODES)]
                     for version, home in homes.items()}
            nodes = [Node(i + 1, java) for i in range(NODES)]
            for i, node in enumerate(nodes):
                node.start(homes["v1"], bases["v1"][i])
            front = Path(folder) / "balancer"
            front.mkdir()
            start_jar(java, homes["v1"], front, "--add-modules=http,balancer")
            (front / "etc" / "jetty-balancer-backends.properties").write_text(
                "".join(f"node{node.number}.uri=http://127.0.0.1:{node.port}\n" for node in nodes))
            port = free_port()
            balancer = subprocess.Popen([java, "-Xmx256m", "-jar", homes["v1"] / "start.jar", "jetty.http.host=127.0.0.1",
                                         f"jetty.http.port={port}", "jetty.balancer.health.path=/health/ready",
                                         "jetty.balancer.health.interval=200"],
                                        cwd=front, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            started.append(balancer)
            await_answer(f"http://127.0.0.1:{port}/", balancer)

            done, results = multiprocessing.Value("q", 0), multiprocessing.Queue()
            begin = time.monotonic()
            clients = [multiprocessing.Process(target=client, args=(i, port, args.requests, done, results)) for i in range(args.clients)]
            for each in clients:
                each.start()
            while done.value < args.requests // 10:
                time.sleep(0.01)
            replaced = 0
            for version in itertools.cycle(["v2", "v1"]):
                for i, node in enumerate(nodes):
                    node.stop()
                    node.start(homes[version], bases[version][i])
                    replaced += 1
                if done.value >= args.requests * 9 // 10 or not any(each.is_alive() for each in clients):
                    break
            reports = [results.get() for _ in clients]
            for each in clients:
                each.join()
            answered = sum(report[0] for report in reports)
            wrong = [line for report in reports for line in report[1]]
            failed = [line for report in reports for line in report[2]]
            versions = {version: sum(report[3].get(version, 0) for report in reports) for version in homes}
            print(f"{answered} answered in {time.monotonic() - begin:.0f} s, {replaced} servers replaced, {len(wrong)} wrong, {len(failed)} failed; "
                  + ", ".join(f"{count} by {version}" for version, count in versions.items()))
            for line in (wrong + failed)[:20]:
                print(line)
            sys.exit(1 if wrong or failed else 0)
        finally:
            for process in started + [node.process for node in locals().get("nodes", []) if node.process]:
                process.terminate()
                process.wait()


if __name__ == "__main__":
    main()
