#!/usr/bin/env python3
"""What monitoring costs: CPU per request of plain text alone, with metrics, and with metrics, request log and traces.

    tests/benchmarks/monitoring.py HOME [--java JAVA] [--rounds N] [--seconds S]

HOME is a built distribution. Needs wrk. A server for each variant, all on CPU 0, the load and the collector of traces on CPU 1; the variants
take turns. The figure of a variant is the lower quartile of its turns, as other programs of the machine only add to it. "alone again" is a
second server like the first, and shows what the ratios can tell.
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


def main():
    args, home, java = arguments(__doc__, 9)
    os.sched_setaffinity(0, {1})
    collector = ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=collector.serve_forever, daemon=True).start()
    servers = {}
    with tempfile.TemporaryDirectory() as folder:
        try:
            for number, (name, modules) in enumerate(VARIANTS.items()):
                base = Path(folder) / f"base{number}"
                base.mkdir()
                settings = [f"jetty.otlp.endpoint=http://127.0.0.1:{collector.server_port}", "jetty.trace.ratio=0.01"]
                subprocess.run([java, "-jar", home / "start.jar", "--add-modules=http,ee10-deploy" + modules,
                                *(settings if "trace" in modules else [])], cwd=base, check=True, capture_output=True)
                if "trace" in modules:
                    with (base / "start.d" / "trace.ini").open("a") as ini:
                        ini.write("\n" + "\n".join(settings) + "\n")
                make_application(home, base, "ee10", java)
                servers[name] = Server(home, base, java, "/ee10/plain")
            costs = {name: [] for name in VARIANTS}
            for server in servers.values():
                server.load("/ee10/plain", 8)
            for _ in range(args.rounds):
                for name, server in servers.items():
                    costs[name].append(server.load("/ee10/plain", args.seconds))
        finally:
            for server in servers.values():
                server.stop()
            collector.shutdown()
    print("| monitoring | CPU per request, us | ratio to alone |\n|---|---:|---:|")
    quartiles = {name: statistics.quantiles(values, n=4)[0] for name, values in costs.items()}
    for name, quartile in quartiles.items():
        print(f"| {name} | {quartile:.2f} | {quartile / quartiles['alone']:.3f} |")


if __name__ == "__main__":
    main()
