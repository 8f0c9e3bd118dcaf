#!/usr/bin/env python3
"""HTTP clients side by side: ours, Jetty's, Apache HttpClient 5 (async), the JDK's and Reactor Netty, against one server.

    tests/benchmarks/client.py --load 10000,20000,50000 [--seconds S]
    tests/benchmarks/client.py [--protocols HTTP1,TLS,HTTP2] [--clients here,jetty,apache,jdk,reactor] [--rounds N] [--seconds S]
                               [--octets N] [--java JAVA] [--repository DIRECTORY] [--no-build]

With --load, jetty-load asks at these rates, over --concurrency connections, and wrk (which must be installed) as fast as it can: what a
request costs the generator, how many of the requests that were due were sent, and how late.

Otherwise each client is a process of its own (clients/), which asks as fast as it gets answers: --concurrency requests wait for their responses, over so
many connections, or as many streams of one connection of HTTP/2. With --octets, responses and requests of so many octets follow, --times in
each round; in clear text, a bare channel with a selector and a buffer takes part, which shows what moving the octets takes at least. The server,
which is ours, runs on CPU 0, the clients on CPU 1 in turns (A B C A B C ...). Figures are medians; ratios are taken within each round.
CPU time is that of the client's process, user and kernel, without the compiler's threads. Needs Linux, Maven and JDK 21 or newer; what is built
must be in the local repository (mvn install).
"""
import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE / "clients"
TARGET = PROJECT / "target"
ALL = ["here", "jetty", "apache", "jdk", "reactor"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--protocols", default="HTTP1,TLS,HTTP2")
    parser.add_argument("--clients", default=",".join(ALL))
    parser.add_argument("--concurrency", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--warmup", type=float, default=4, help="seconds of a turn before the rounds; up to three turns")
    parser.add_argument("--load", help="rates per second at which jetty-load asks")
    parser.add_argument("--octets", type=int, default=0)
    parser.add_argument("--times", type=int, default=4, help="responses and requests of --octets in a round")
    parser.add_argument("--java", default="java")
    parser.add_argument("--jvm", default="-Xms512m -Xmx512m", help="arguments of the JVM of clients")
    parser.add_argument("--repository", help="the local repository of Maven, if not the usual one")
    parser.add_argument("--no-build", action="store_true")
    parser.add_argument("--build-only", action="store_true")
    return parser.parse_args()


def build(repository):
    maven = ["mvn", "-q", "-B", "-f", PROJECT / "pom.xml"] + ([f"-Dmaven.repo.local={repository}"] if repository else [])
    versions = {"jetty": "12.1.5", "here": "1.0.0-SNAPSHOT"}
    subprocess.run(maven + ["compile"], check=True)
    for name, version in versions.items():
        subprocess.run(maven + ["dependency:copy-dependencies", f"-Djetty.version={version}",
                                f"-DoutputDirectory={TARGET}/lib-{name}"], check=True)
    load = HERE.parents[1] / "jetty-core" / "jetty-load" / "pom.xml"
    shared = maven[:3] + ["-f", load] + maven[5:]
    subprocess.run(shared + ["dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={TARGET}/lib-load"], check=True)
    subprocess.run(shared + ["dependency:copy", "-Dartifact=org.eclipse.jetty:jetty-load:1.0.0-SNAPSHOT",
                             f"-DoutputDirectory={TARGET}/lib-load"], check=True)
    store = TARGET / "keystore.p12"
    if not store.exists():
        subprocess.run(["keytool", "-genkeypair", "-keystore", store, "-storepass", "benchmark", "-keyalg", "EC", "-groupname",
                        "secp256r1", "-dname", "CN=localhost", "-ext", "SAN=ip:127.0.0.1,dns:localhost"], check=True,
                       stderr=subprocess.DEVNULL)


def java(options, cpu, library, main, *args, jvm=()):
    path = f"{TARGET}/classes:{TARGET}/lib-{library}/*"
    command = ["taskset", "-c", str(cpu), options.java, "--enable-native-access=ALL-UNNAMED", *jvm, "-cp", path, f"bench.clients.{main}", *map(str, args)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


class Client:
    """The process of a client, which does what it is asked for, and ends with this program."""

    def __init__(self, options, name, protocol, uri):
        self.name = name
        self.rounds = []
        self.process = java(options, 1, "here" if name == "here" else "jetty", "BenchClient", name, protocol, uri,
                            options.concurrency, jvm=options.jvm.split())

    def ask(self, what, amount):
        self.process.stdin.write(f"{what} {amount}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline().split()
        if not line:
            sys.exit(f"{self.name} failed: {what} {amount}")
        requests, seconds, cpu, compiler, allocated = map(float, line)
        return {"rate": requests / seconds, "seconds": seconds, "cpu": (cpu - compiler) / requests,
                "allocated": allocated / requests, "compiler": compiler / max(cpu, 1e-9)}

    def ask_times(self, what, amount, times):
        """The means of several turns, as CPU time has steps of 10 ms."""
        turns = [self.ask(what, amount) for _ in range(times)]
        return {key: statistics.mean(turn[key] for turn in turns) for key in turns[0]}

    def close(self):
        self.process.stdin.close()
        self.process.wait(20)


def medians(clients, what, options, amount, times=1):
    """Has the clients do something in turns; returns the median figures of each, and of the ratios to Jetty's client."""
    rounds = [{client.name: client.ask_times(what, amount, times) for client in clients} for _ in range(options.rounds)]
    result = {}
    for client in clients:
        mine = [turn[client.name] for turn in rounds]
        result[client.name] = {key: statistics.median(figures[key] for figures in mine) for key in mine[0]}
        if "jetty" in rounds[0]:
            for key in ("cpu", "allocated", "seconds"):
                result[client.name][key + "/jetty"] = statistics.median(
                    turn[client.name][key] / max(turn["jetty"][key], 1e-9) for turn in rounds)
    return result


def warm(client, options):
    for _ in range(3):
        if client.ask("get", options.warmup)["compiler"] < 0.05:
            return


def number(value, digits=2):
    return "" if value is None else f"{value:,.{digits}f}"


def measure(options, protocol, ports):
    uri = f"https://127.0.0.1:{ports[1]}/" if protocol == "TLS" else f"http://127.0.0.1:{ports[0]}/"
    clients = [Client(options, name, protocol, uri) for name in options.clients.split(",")]
    bare = [Client(options, "bare", protocol, uri)] if options.octets and protocol == "HTTP1" else []
    try:
        for client in clients:
            warm(client, options)
        print(f"\n{protocol}, GET of 13 octets, {options.concurrency} at the same time, {options.rounds} rounds of {options.seconds} s\n")
        print("| client | CPU us/request | / jetty | octets allocated/request | / jetty | requests/s |\n| --- | --- | --- | --- | --- | --- |")
        for name, of in medians(clients, "get", options, options.seconds).items():
            print(f"| {name} | {number(of['cpu'] * 1e6, 1)} | {number(of.get('cpu/jetty'))} | {number(of['allocated'], 0)} "
                  f"| {number(of.get('allocated/jetty'))} | {number(of['rate'], 0)} |", flush=True)
        for what in ("download", "upload") if options.octets else ():
            for client in clients + bare:
                client.ask_times(what, options.octets, 3)
            print(f"\n{protocol}, {what} of {options.octets:,} octets, {options.rounds} rounds\n")
            print("| client | CPU s | / jetty | seconds | / jetty | MB allocated |\n| --- | --- | --- | --- | --- | --- |")
            for name, of in medians(clients + bare, what, options, options.octets, options.times).items():
                print(f"| {name} | {number(of['cpu'])} | {number(of.get('cpu/jetty'))} | {number(of['seconds'])} "
                      f"| {number(of.get('seconds/jetty'))} | {number(of['allocated'] / 1e6, 1)} |", flush=True)
    finally:
        for client in clients + bare:
            client.close()


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def generators(options, port):
    """What the load generator costs, and how well it keeps to its rate."""
    seconds = options.seconds
    print("\n| generator | requests/s | CPU us/request | sent of those due | late: p50 us | p99 us |\n| --- | --- | --- | --- | --- | --- |")
    before = cpu_of_children()
    out = subprocess.run(["taskset", "-c", "1", "wrk", "-t1", f"-c{options.concurrency}", f"-d{seconds:.0f}s", f"http://127.0.0.1:{port}/"],
                         check=True, capture_output=True, text=True).stdout
    requests = int(re.search(r"(\d+) requests in", out).group(1))
    print(f"| wrk, as fast as it can | {number(requests / seconds, 0)} | {number((cpu_of_children() - before) / requests * 1e6, 1)} | | | |")
    for rate in options.load.split(","):
        with tempfile.NamedTemporaryFile(suffix=".json") as result:
            subprocess.run(["taskset", "-c", "1", options.java, *options.jvm.split(), "-cp", f"{TARGET}/lib-load/*",
                            "org.eclipse.jetty.load.Main", f"--rate={rate}", f"--time={seconds:.0f}s", "--warmup=10s", "--probe=0",
                            f"--connections={options.concurrency}", "--quiet", f"--json={result.name}", f"http://127.0.0.1:{port}/"],
                           stdout=subprocess.DEVNULL, check=True)
            of = json.load(open(result.name))
        print(f"| jetty-load, {rate}/s | {number(of['answered'] / seconds, 0)} | {number(of['cpuNanos'] / of['sent'] / 1e3, 1)} "
              f"| {number(of['sent'] / float(rate) / seconds * 100, 2)} % | {number(of['lag']['p50'] / 1e3, 0)} "
              f"| {number(of['lag']['p99'] / 1e3, 0)} |", flush=True)


def main():
    options = arguments()
    if not options.no_build:
        build(options.repository)
    if options.build_only:
        return
    print(f"load average before: {os.getloadavg()[0]:.1f}")
    server = java(options, 0, "here", "BenchServer", TARGET / "keystore.p12", "benchmark", jvm=["-Xms256m", "-Xmx1g"])
    try:
        ports = server.stdout.readline().split()
        if options.load:
            generators(options, ports[0])
            return
        for protocol in options.protocols.split(","):
            measure(options, protocol, ports)
    finally:
        server.stdin.close()
        server.wait(20)


if __name__ == "__main__":
    main()
