#!/usr/bin/env python3
"""What environments cost: start-up and memory of a server with one, two and three of them, and a request in each.

    tests/benchmarks/environments.py HOME [--java JAVA] [--rounds N] [--seconds S]

HOME is a built distribution. Needs wrk. The server runs on CPU 0, the load on CPU 1; rounds are interleaved, figures are medians.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "side-by-side"))
from processes import cpu_of, free_port  # noqa: E402

SERVLET = """package bench;
import NAMESPACE.servlet.http.*;
public class Plain extends HttpServlet {
    private static final byte[] BODY = "Hello, World!".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    @Override protected void doGet(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {
        response.setContentType("text/plain");
        response.setContentLength(BODY.length);
        response.getOutputStream().write(BODY);
    }
}
"""
WEB_XML = """<web-app version="3.1"><servlet><servlet-name>p</servlet-name><servlet-class>bench.Plain</servlet-class></servlet>
<servlet-mapping><servlet-name>p</servlet-name><url-pattern>/plain</url-pattern></servlet-mapping></web-app>"""
ENVIRONMENTS = {"ee10": ("jakarta", "jakarta.servlet-api-6*"), "ee9": ("jakarta", "jakarta.servlet-api-5*"),
                "ee8": ("javax", "javax.servlet-api-4*")}


def make_application(home, base, environment, java):
    namespace, jar = ENVIRONMENTS[environment]
    classes = base / "webapps" / environment / "WEB-INF" / "classes"
    classes.mkdir(parents=True)
    source = base / f"{environment}-src" / "Plain.java"
    source.parent.mkdir()
    source.write_text(SERVLET.replace("NAMESPACE", namespace))
    subprocess.run([Path(java).parent / "javac", "--release", "17", "-cp", next((home / "lib").glob(jar)), "-d", classes, source],
                   check=True)
    (classes.parent / "web.xml").write_text(WEB_XML)
    (base / "webapps" / f"{environment}.properties").write_text(f"environment={environment}\n")


class Server:
    def __init__(self, home, base, java, path, pin=True):
        self.port = free_port()
        begin = time.monotonic()
        command = [java, "-Xms256m", "-Xmx1g", "-XX:-UseDynamicNumberOfCompilerThreads", "-jar", home / "start.jar",
                   "jetty.http.host=127.0.0.1", f"jetty.http.port={self.port}"]
        self.process = subprocess.Popen((["taskset", "-c", "0"] if pin else []) + command, cwd=base, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}").read()
                break
            except OSError:
                if time.monotonic() - begin > 60:
                    raise
                time.sleep(0.005)
        self.started = time.monotonic() - begin

    def cpu(self):
        """Returns the CPU time in seconds, without that of the threads of the JIT compiler."""
        cpu = cpu_of(self.process.pid)
        return cpu["all"] - cpu["jit"]

    def rss(self):
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024

    def load(self, path, seconds, preload=None):
        """Returns the CPU per request in us; preload is a library that wrk is started with."""
        before = self.cpu()
        environment = dict(os.environ, LD_PRELOAD=str(preload)) if preload else None
        out = subprocess.run(["taskset", "-c", "1", "wrk", "-t1", "-c64", f"-d{seconds}", f"http://127.0.0.1:{self.port}{path}"],
                             capture_output=True, text=True, check=True, env=environment).stdout
        requests = int(next(line for line in out.splitlines() if "requests in" in line).split()[0])
        return (self.cpu() - before) / requests * 1e6

    def stop(self):
        self.process.terminate()
        self.process.wait()


def arguments(description, rounds, more=lambda parser: None):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("home", type=Path)
    parser.add_argument("--java", default="java")
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--seconds", type=int, default=4)
    more(parser)
    args = parser.parse_args()
    java = subprocess.run(["which", args.java], capture_output=True, text=True, check=True).stdout.strip()
    return args, args.home.resolve(), str(Path(java).resolve())


def main():
    args, home, java = arguments(__doc__, 7)
    with tempfile.TemporaryDirectory() as folder:
        bases = []
        for count in (1, 2, 3):
            base = Path(folder) / f"base{count}"
            base.mkdir()
            environments = list(ENVIRONMENTS)[:count]
            subprocess.run([java, "-jar", home / "start.jar", "--add-modules=http," + ",".join(e + "-deploy" for e in environments)],
                           cwd=base, check=True, capture_output=True)
            make_application(home, base, "ee10", java)
            bases.append(base)
        starts, memory = [[] for _ in bases], [[] for _ in bases]
        for _ in range(args.rounds):
            for i, base in enumerate(bases):
                server = Server(home, base, java, "/ee10/plain", pin=False)
                time.sleep(1)
                starts[i].append(server.started)
                memory[i].append(server.rss())
                server.stop()
        print("| environments | start to the first 200, ms | ratio to one less | resident memory, MB | more |")
        print("|---|---:|---:|---:|---:|")
        for i in range(3):
            ratio = statistics.median(a / b for a, b in zip(starts[i], starts[max(0, i - 1)]))
            more = statistics.median(a - b for a, b in zip(memory[i], memory[max(0, i - 1)]))
            print(f"| {i + 1} | {statistics.median(starts[i]) * 1000:.0f} | {ratio:.2f} | {statistics.median(memory[i]):.0f} | {more:.1f} |")
        for environment in ("ee9", "ee8"):
            make_application(home, bases[2], environment, java)
        # a server for each: the paths of one request would profit from the compiler's look at another
        servers = {e: Server(home, bases[2], java, f"/{e}/plain") for e in ENVIRONMENTS}
        costs = {e: [] for e in ENVIRONMENTS}
        for e, server in servers.items():
            server.load(f"/{e}/plain", 6)
        for _ in range(args.rounds):
            for e, server in servers.items():
                costs[e].append(server.load(f"/{e}/plain", args.seconds))
        for server in servers.values():
            server.stop()
        print("\n| request in | CPU, us | ratio to ee10 |\n|---|---:|---:|")
        for e in ENVIRONMENTS:
            ratio = statistics.median(a / b for a, b in zip(costs[e], costs["ee10"]))
            print(f"| {e} | {statistics.median(costs[e]):.2f} | {ratio:.2f} |")


if __name__ == "__main__":
    main()
