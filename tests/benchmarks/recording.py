#!/usr/bin/env python3
"""What it costs to watch the scheduling: CPU per request alone, with its events recorded, and with its page asked once a second.

    tests/benchmarks/recording.py HOME [--java JAVA] [--rounds N] [--seconds S]

HOME is a built distribution. Needs wrk. One server on CPU 0, the load on CPU 1; the variants take turns in the same process, and a
ratio is taken within each turn. Twice "alone" in each turn shows what the ratios can tell.
"""
import statistics
import subprocess
import tempfile
import threading
import urllib.request
from pathlib import Path

from environments import Server, arguments, make_application

SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<configuration version="2.0">
  %s
</configuration>
""" % "\n  ".join(f'<event name="org.eclipse.jetty.{event}"><setting name="enabled">true</setting></event>'
                  for event in ("ModeSwitch", "Refusal", "NonBlockingTaskBlocked"))


class Recording:
    def __init__(self, server, jcmd, folder):
        self.command = [jcmd, str(server.process.pid)]
        self.settings = folder / "scheduling.jfc"
        self.settings.write_text(SETTINGS)

    def __enter__(self):
        self.run("JFR.start", "name=scheduling", f"settings={self.settings}")

    def __exit__(self, *failure):
        self.run("JFR.stop", "name=scheduling")

    def run(self, *words):
        subprocess.run([*self.command, *words], check=True, capture_output=True)


class Page:
    def __init__(self, server):
        self.url = f"http://127.0.0.1:{server.port}/scheduling"

    def __enter__(self):
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.ask)
        self.thread.start()

    def __exit__(self, *failure):
        self.done.set()
        self.thread.join()

    def ask(self):
        while not self.done.wait(1):
            urllib.request.urlopen(self.url).read()


class Alone:
    def __enter__(self):
        pass

    def __exit__(self, *failure):
        pass


def main():
    args, home, java = arguments(__doc__, 9)
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "base"
        base.mkdir()
        subprocess.run([java, "-jar", home / "start.jar", "--add-modules=http,ee10-deploy,scheduling-console"], cwd=base, check=True,
                       capture_output=True)
        make_application(home, base, "ee10", java)
        server = Server(home, base, java, "/ee10/plain")
        try:
            variants = {"alone": Alone(), "alone again": Alone(), "events recorded": Recording(server, Path(java).parent / "jcmd", base),
                        "page asked once a second": Page(server)}
            server.load("/ee10/plain", 10)
            costs = {name: [] for name in variants}
            for _ in range(args.rounds):
                for name, variant in variants.items():
                    with variant:
                        costs[name].append(server.load("/ee10/plain", args.seconds))
        finally:
            server.stop()
        print("| scheduling | CPU per request, us | ratio to alone |\n|---|---:|---:|")
        for name, values in costs.items():
            ratio = statistics.median(a / b for a, b in zip(values, costs["alone"]))
            print(f"| {name} | {statistics.median(values):.2f} | {ratio:.3f} |")


if __name__ == "__main__":
    main()
