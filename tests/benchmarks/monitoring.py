#!/usr/bin/env python3
"""What monitoring costs: CPU per request of plain text alone, with metrics, and with metrics, request log and traces.

    tests/benchmarks/monitoring.py HOME [--java JAVA] [--launches N] [--rounds N] [--seconds S]

HOME is a built distribution. Needs wrk, and a C compiler for polling.c, by which wrk never sleeps: else the cost of waking it, which is about
that of a request, hides the cost of monitoring. A server for each variant, all on CPU 0, the load and the collector of traces on CPU 1; the
variants take turns. The figure of a variant is the lower quartile of its turns, as other programs of the machine only add to it, and of several launches
of its server the median: two servers that are the same differ by several percent, as their code is compiled otherwise. "alone again" is a
second server like the first; ratios are to the mean of both.
"""
import os
import statistics
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from environments import Server, arguments, make_application

VARIANTS = {"alone": "", "alone again": "", "metrics": ",metrics", "request log": ",requestlog", "traces, 1 % sampled": ",trace",
            "metrics, request log, traces": ",metrics,requestlog,trace"}

# turns: what is compiled while a server is busy is compiled again when it has been idle, until it was both a few times
WARM_UP = 7


class Collector(BaseHTTPRequestHandler):
    """Takes spans and forgets them."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *words):
        pass


def make_bases(folder, home, java, endpoint):
    """Makes a base for each variant; traces go to the endpoint."""
    bases = {}
    for number, (name, modules) in enumerate(VARIANTS.items()):
        base = bases[name] = Path(folder) / f"base{number}"
        base.mkdir()
        settings = [f"jetty.otlp.endpoint={endpoint}", "jetty.trace.ratio=0.01"]
        subprocess.run([java, "-jar", home / "start.jar", "--add-modules=http,ee10-deploy" + modules,
                        *(settings if "trace" in modules else [])], cwd=base, check=True, capture_output=True)
        if "trace" in modules:
            with (base / "start.d" / "trace.ini").open("a") as ini:
                ini.write("\n" + "\n".join(settings) + "\n")
        make_application(home, base, "ee10", java)
    return bases


def measure(bases, home, java, rounds, seconds, polling):
    """Starts a server for each base; returns the lower quartile of the CPU per request of each, in us."""
    servers = {}
    try:
        for name, base in bases.items():
            servers[name] = Server(home, base, java, "/ee10/plain")
        costs = {name: [] for name in servers}
        for _ in range(WARM_UP):
            for server in servers.values():
                server.load("/ee10/plain", seconds + 1, polling)
        for _ in range(rounds):
            for name, server in servers.items():
                costs[name].append(server.load("/ee10/plain", seconds, polling))
    finally:
        for server in servers.values():
            server.stop()
    return {name: statistics.quantiles(values, n=4)[0] for name, values in costs.items()}


def main():
    args, home, java = arguments(__doc__, 6, lambda parser: parser.add_argument("--launches", type=int, default=5))
    os.sched_setaffinity(0, {1})
    collector = ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=collector.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        bases = make_bases(folder, home, java, f"http://127.0.0.1:{collector.server_port}")
        polling = Path(folder) / "polling.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", polling, Path(__file__).resolve().parent / "polling.c"], check=True)
        launches = [measure(bases, home, java, args.rounds, args.seconds, polling) for _ in range(args.launches)]
        collector.shutdown()
    medians = {name: statistics.median(launch[name] for launch in launches) for name in VARIANTS}
    print("| monitoring | CPU per request, us | ratio to alone | of each launch |\n|---|---:|---:|---|")
    # two servers without monitoring: their mean is what the others are compared with
    alone = (medians["alone"] + medians["alone again"]) / 2
    for name, median in medians.items():
        print(f"| {name} | {median:.2f} | {median / alone:.3f} | {' '.join(f'{launch[name]:.2f}' for launch in launches)} |")


if __name__ == "__main__":
    main()
