#!/usr/bin/env python3
"""
Measures reverse proxies side by side, in turns, before the same back end: what a small response and a big one cost, what an
idle WebSocket tunnel holds, and whether kills of a back end cost a client a request. Python standard library only.
"""
import argparse
import datetime
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True  # the sources stay clean
from distance import DISTANCE  # noqa: E402
from load import live_heap, parse_wrk, wrk  # noqa: E402
from processes import ARGS, cpu_of, end, memory_of, spawn  # noqa: E402
from report import median, number, paired_ratio  # noqa: E402
from run import build, common_options, find_servers, in_work_folder, pin, run_scenario  # noqa: E402
from scenarios import Scenario  # noqa: E402
from servers import Instance, Server  # noqa: E402
from tunnels import TunnelEnds, open_tunnels  # noqa: E402

SMALL = Scenario("small", "small responses, HTTP/1.1 on both sides, 64 connections", kinds="jetty nginx")
CALLS = Scenario("calls", "system calls of small responses", tool="calls", kinds="jetty nginx")
DOWNLOAD = Scenario("download", "1 GiB, one connection", "/files/big", kinds="jetty")
TUNNELS = Scenario("tunnels", "idle WebSocket tunnels", kinds="jetty", jvm=("-Xms32m",))
KILLS = Scenario("kills", "idempotent requests while back ends are killed and come back", kinds="jetty")
SCENARIOS = {s.id: s for s in (SMALL, CALLS, DOWNLOAD, TUNNELS, KILLS)}

REVERSE = """<?xml version="1.0"?>
<!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
<Configure id="Server" class="org.eclipse.jetty.server.Server">
  <Set name="handler">
    <New class="org.eclipse.jetty.proxy.ProxyHandler$Reverse">
      <Arg>https?://[^/]+/(.*)</Arg>
      <Arg>http://127.0.0.1:{port}/$1</Arg>
    </New>
  </Set>
</Configure>
"""


def nginx_conf(base, http, back_end):
    """One worker, which keeps its connections to the back end, as the others do."""
    return f"""daemon off; master_process off; worker_rlimit_nofile 20000; pid {base}/pid; error_log {base}/error.log;
events {{ worker_connections 19000; }}
http {{
  access_log off; keepalive_timeout 300s; keepalive_requests 1000000000;
  client_body_temp_path {base}/b; proxy_temp_path {base}/p; fastcgi_temp_path {base}/f;
  uwsgi_temp_path {base}/u; scgi_temp_path {base}/s;
  upstream back {{ server 127.0.0.1:{back_end}; keepalive 64; keepalive_requests 1000000000; }}
  server {{
    listen 127.0.0.1:{http} backlog=4096;
    location / {{ proxy_pass http://back; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; }}
  }}
}}
"""


class Proxy(Server):
    """A server that passes all requests on to the ports of back ends."""

    def __init__(self, server, ports):
        super().__init__(server.name, server.kind, server.home)
        self.ports = ports

    def modules(self):
        return "server,http,proxy"

    def make_jetty(self, base, scenario):
        ARGS.jetty_modules, modules = self.modules(), ARGS.jetty_modules
        try:
            super().make_jetty(base, scenario)
        finally:
            ARGS.jetty_modules = modules
        (base / "etc" / "reverse.xml").write_text(REVERSE.replace("{port}", str(self.ports[0])))

    def command(self, scenario, base, ports, flags):
        if self.kind == "nginx":
            (base / "nginx.conf").write_text(nginx_conf(base, ports[0], self.ports[0]))
            return ["nginx", "-p", base, "-c", base / "nginx.conf"]
        return super().command(scenario, base, ports, flags) + ["etc/reverse.xml"]


class Balancer(Proxy):
    """The module balancer before several back ends."""

    def modules(self):
        return "server,http,balancer"

    def make_jetty(self, base, scenario):
        super().make_jetty(base, scenario)
        lines = [f"node{i}.uri=http://127.0.0.1:{port}\n" for i, port in enumerate(self.ports)]
        (base / "etc" / "jetty-balancer-backends.properties").write_text("".join(lines))

    def command(self, scenario, base, ports, flags):
        return Server.command(self, scenario, base, ports, flags)


class BackEnd(Instance):
    """An nginx of its own, on the CPU of the load; it can be killed, and comes back at the same port."""

    def __init__(self, name):
        super().__init__(Server(name, "nginx"), Scenario(name, name), cpus=ARGS.load_cpus)
        files = self.base / "files"
        files.mkdir()
        with open(files / "big", "wb") as file:
            file.truncate(ARGS.gigabytes << 30)
        self.await_ready()

    def kill(self):
        self.process.kill()
        self.process.wait()
        end(self.process)

    def restart(self):
        with open(self.log, "ab") as log:
            self.process = spawn(["nginx", "-p", self.base, "-c", self.base / "nginx.conf"], ARGS.load_cpus,
                                 cwd=self.base, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        self.pid = self.process.pid


def download(instance):
    """The CPU of the proxy for one big response, what it allocated, and the growth of what is alive on its heap."""
    heap, allocated, before = live_heap(instance), instance.allocated_bytes(), cpu_of(instance.pid)
    started = time.monotonic()
    client = spawn(["curl", "-sS", "-o", "/dev/null", "-w", "%{http_code} %{size_download}", instance.url()],
                   ARGS.load_cpus, stdout=subprocess.PIPE, text=True)
    try:
        answer = client.communicate(timeout=120)[0]
    finally:
        end(client)
    wall, after = time.monotonic() - started, cpu_of(instance.pid)
    if answer != f"200 {ARGS.gigabytes << 30}":
        raise RuntimeError(f"{instance.server.name}: {answer}")
    used = {k: after[k] - before[k] for k in after}
    return {"cpu_s": (used["all"] - used["jit"]) / ARGS.gigabytes, "wall_s": wall / ARGS.gigabytes,
            "allocated_mb": (instance.allocated_bytes() - allocated) / 1e6 / ARGS.gigabytes,
            "heap_mb": (live_heap(instance) - heap) / 1e6, "peak_rss_mb": memory_of(instance.pid, "VmHWM") / 1e6}


def in_turns(scenario, servers, out, measurement):
    """Rounds of a measurement; one that is not counted comes first."""
    instances = []
    try:
        for server in servers:
            instances.append(Instance(server, scenario))
            instances[-1].await_ready()
            measurement(instances[-1])
        for _ in range(ARGS.rounds):
            for instance in instances:
                out[instance.server.name]["rounds"].append(measurement(instance))
    finally:
        for instance in instances:
            instance.stop()


def tunnels(server, out):
    """The heap that idle tunnels hold, which are opened, and looked through before their heap is counted."""
    instance = Instance(server, TUNNELS)
    sockets = []
    try:
        instance.await_ready()
        for s in open_tunnels(instance.http, 500):
            s.close()
        time.sleep(1)
        heap = live_heap(instance)
        # two files each, in the proxy and here, and those of the first 500 that are yet to be closed
        count = min(ARGS.tunnels, (resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 1500) // 2)
        sockets = open_tunnels(instance.http, count)
        time.sleep(1)
        held = live_heap(instance) - heap
        out[server.name]["rounds"].append({"tunnels": count, "heap_per_tunnel": held / count,
                                           "rss_mb": memory_of(instance.pid, "VmRSS") / 1e6})
        if ARGS.histogram:
            print(instance.jcmd("GC.class_histogram")[:3000], file=sys.stderr)
    except (OSError, RuntimeError) as e:
        while sockets:
            sockets.pop().close()
        out[server.name]["failed"] = f"{e}\n{instance.log.read_text(errors='replace')[-2000:]}"
    finally:
        for s in sockets:
            s.close()
        instance.stop()


def kills(server, back_ends, out):
    """A load of GET until there were enough requests and kills; an error is a request without a response of status 200."""
    instance = Instance(server, KILLS)
    total = {"requests": 0, "errors": 0, "kills": 0, "error_kinds": {}}
    try:
        instance.await_ready()
        while total["requests"] < ARGS.requests or total["kills"] < ARGS.kills:
            victim = back_ends[total["kills"] % len(back_ends)]
            generator = spawn(wrk(instance.url(), KILLS, 3), ARGS.load_cpus, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
            try:
                time.sleep(0.7)
                victim.kill()
                time.sleep(0.8)
                victim.restart()
                result = parse_wrk(generator.communicate(timeout=30)[0])
            finally:
                end(generator)
            total["kills"] += 1
            total["requests"] += result["requests"]
            total["errors"] += result["errors"]
            for kind, count in result["error_kinds"].items():
                total["error_kinds"][kind] = total["error_kinds"].get(kind, 0) + count
        if total["errors"]:
            print(instance.log.read_text(errors="replace")[-4000:], file=sys.stderr)
        out[server.name]["rounds"].append(total)
    finally:
        instance.stop()


COLUMNS = {  # heading, key, digits, and whether a column with the ratio follows
    "small": [("CPU us/request", "cpu_s_per_100k", 2, True), ("requests/s", "rps", 0, False), ("p99 ms", "p99_ms", 2, False),
              ("allocated B/request", "alloc_per_request", 0, False), ("proxy CPU %", "server_cpu_percent", 0, False),
              ("errors", "errors", 0, False)],
    "calls": [("calls/request", "calls", 2, True), ("futex/request", "futex", 3, False)],
    "download": [("CPU s/GiB", "cpu_s", 2, True), ("s/GiB", "wall_s", 2, False), ("allocated MB/GiB", "allocated_mb", 1, False),
                 ("growth of the heap, MB", "heap_mb", 2, False), ("peak RSS MB", "peak_rss_mb", 0, False)],
    "tunnels": [("tunnels", "tunnels", 0, False), ("heap bytes/tunnel", "heap_per_tunnel", 0, True), ("RSS MB", "rss_mb", 0, False)],
    "kills": [("requests", "requests", 0, False), ("kills", "kills", 0, False), ("errors", "errors", 0, False)],
}


def table(data):
    lines = [data["about"], ""]
    reference = data["reference"]
    for scenario, results in data["scenarios"].items():
        heads = ["proxy"]
        for head, _, _, ratio in COLUMNS[scenario]:
            heads += [head, f"× {reference}"] if ratio else [head]
        lines += [f"## {SCENARIOS[scenario].title}", "", "| " + " | ".join(heads) + " |", "|---" + "|---:" * (len(heads) - 1) + "|"]
        notes = []
        for name, result in results.items():
            cells = [name]
            for _, key, digits, ratio in COLUMNS[scenario]:
                cells.append(number(median(result["rounds"], key), digits))
                if ratio:
                    cells.append(number(paired_ratio(result["rounds"], results.get(reference, {}).get("rounds", []), key), 2))
            lines.append("| " + " | ".join(cells) + " |")
            notes += [f"{name}: {r['most_called']}; by {r['counter']}  " for r in result["rounds"][-1:] if "most_called" in r]
            if result.get("failed"):
                notes.append(f"Failed: {name}: {result['failed'][:2000]}  ")
        lines += ["", *notes, ""]
    return "\n".join(lines)


def measure(name, servers, back_ends, out):
    scenario = SCENARIOS[name]
    ports = [b.http for b in back_ends]
    able = [Proxy(s, ports) for s in servers if s.kind in scenario.kinds.split()]
    out.update({s.name: {"rounds": []} for s in able})
    if name in ("small", "calls"):
        run_scenario(scenario, able, out, {})
        for result in out.values():
            for r in filter(lambda each: each and "server_cpu" in each, result["rounds"]):
                # seconds per 100,000 requests, of which 0.1 are 1 us per request
                r["cpu_s_per_100k"], r["server_cpu_percent"] = r["cpu_s_per_100k"] * 10, r["server_cpu"] * 100
    elif name == "download":
        in_turns(scenario, able, out, download)
    elif name == "tunnels":
        with TunnelEnds() as ends:
            for server in able:
                tunnels(Proxy(server, [ends.port]), out)
    else:
        own = [s for s in able if s.name == ARGS.own]
        out.clear()
        out.update({s.name: {"rounds": []} for s in own})
        for server in own:
            kills(Balancer(server, ports), back_ends, out)


def run(started):
    build()
    servers = find_servers(ARGS.servers)
    names = [s.name for s in servers]
    ARGS.reference = ARGS.reference or ("jetty" if "jetty" in names else names[0])
    data = {"about": f"{started:%Y-%m-%d %H:%M}; pin {ARGS.pin} (proxy:load and back end), {ARGS.rounds} rounds of "
                     f"{ARGS.seconds} s, interleaved; {Path(ARGS.java).resolve().parent.parent.name}, {ARGS.jvm}",
            "reference": ARGS.reference, "scenarios": {}}
    target = ARGS.results / f"proxy-{started:%Y%m%d-%H%M%S}"
    DISTANCE.start()
    back_ends = [BackEnd("back0"), BackEnd("back1")]
    for name in ARGS.scenarios.split(","):
        print(f"{datetime.datetime.now():%H:%M:%S} {SCENARIOS[name].title}", file=sys.stderr, flush=True)
        out = data["scenarios"][name] = {}
        measure(name, servers, back_ends, out)
        target.with_suffix(".json").write_text(json.dumps(data, indent=1))
        target.with_suffix(".md").write_text(table(data))
    DISTANCE.end()
    for back_end in back_ends:
        back_end.stop()
    print(table(data))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    common_options(p)
    p.add_argument("--servers", default="jetty,nginx,here", help="comma list of here, jetty, nginx and NAME=/path/to/home")
    p.add_argument("--scenarios", default=",".join(SCENARIOS), help="comma list of " + ", ".join(SCENARIOS))
    p.add_argument("--own", default="here", help="the server that has a balancer")
    p.add_argument("--gigabytes", type=int, default=1, help="GiB of a download")
    p.add_argument("--tunnels", type=int, default=10000, help="idle tunnels")
    p.add_argument("--histogram", action="store_true", help="print the classes that hold the heap of the tunnels")
    p.add_argument("--requests", type=int, default=1000000, help="requests, at least, while back ends are killed")
    p.add_argument("--kills", type=int, default=20, help="kills, at least")
    p.parse_args(namespace=ARGS)
    pin()
    ARGS.home, ARGS.jetty_modules = ARGS.home.resolve(), ""
    unknown = [name for name in ARGS.scenarios.split(",") if name not in SCENARIOS]
    if unknown:
        raise SystemExit(f"no scenario {', '.join(unknown)}: {', '.join(SCENARIOS)}")
    in_work_folder(lambda: run(datetime.datetime.now()))


if __name__ == "__main__":
    main()
