"""One measurement of one server."""
import json
import os
import random
import re
import resource
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from distance import DISTANCE
from processes import ARGS, HERE, cpu_of, end, machine_busy, memory_of, reset_peak, spawn
from servers import HOST, Instance


HEADERS = HERE / "headers.txt"


def wrk(url, s, seconds):
    return ["wrk", "-t1", f"-c{s.connections}", f"-d{seconds}s", "--timeout", "5s", "-s", HERE / "load.lua", url, "--",
            s.method, s.body, s.pipeline, HEADERS if s.extra == "headers" else s.extra]


def parse_wrk(text):
    found = re.search(r"^RESULT (.*)$", text, re.M)
    if not found:
        raise RuntimeError("wrk: " + text[-500:])
    r = json.loads(found.group(1))
    return {"requests": r["requests"], "rps": r["requests"] / (r["micros"] / 1e6), "p50_ms": r["p50"] / 1000,
            "p99_ms": r["p99"] / 1000, "errors": r["errors"],
            "error_kinds": {k: r[k] for k in ("connect", "read", "write", "status", "timeout") if r[k]}}


def h2load(url, s, seconds, log):
    return ["h2load", "-t1", f"-c{s.connections}", f"-m{s.pipeline}", f"-D{seconds}", f"--log-file={log}", url]


def parse_h2load(text, log):
    found = re.search(r"requests: \d+ total, \d+ started, \d+ done, (\d+) succeeded, (\d+) failed, (\d+) errored, "
                      r"(\d+) timeout", text)
    rate = re.search(r"finished in [\d.]+\w+, ([\d.]+) req/s", text)
    if not found or not rate:
        raise RuntimeError("h2load: " + text[-500:])
    with open(log) as lines:
        micros = sorted(int(line.rsplit("\t", 1)[1]) for line in lines)
    log.unlink()
    done = int(found.group(1))
    micros = micros or [0]
    return {"requests": done, "rps": float(rate.group(1)), "p50_ms": micros[len(micros) // 2] / 1000,
            "p99_ms": micros[int(len(micros) * 0.99)] / 1000, "errors": sum(int(found.group(i)) for i in (2, 3, 4))}


def load(instance, seconds, warming=False, count=False):
    """
    Runs the scenario's load for some seconds and returns what the client saw and what the server used; with count
    also the bytes allocated.
    """
    allocated = instance.allocated_bytes() if count else 0
    s, pid = instance.scenario, instance.pid
    log = ARGS.work / "h2load.log"
    h2 = s.tool == "h2load"
    command = h2load(instance.url(), s, seconds, log) if h2 else wrk(instance.url(), s, seconds)
    reset_peak(pid)
    busy, mine = machine_busy(), time.process_time()
    cpu, wall = cpu_of(pid), time.monotonic()
    generator = spawn(command, ARGS.load_cpus, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        text = generator.communicate(timeout=seconds + 30)[0]
    finally:
        end(generator)
    wall, after = time.monotonic() - wall, cpu_of(pid)
    done = resource.getrusage(resource.RUSAGE_CHILDREN)
    client_cpu = done.ru_utime + done.ru_stime - usage.ru_utime - usage.ru_stime
    busy = machine_busy() - busy - (time.process_time() - mine) - client_cpu - (after["all"] - cpu["all"])
    result = parse_h2load(text, log) if h2 else parse_wrk(text)
    if not result["requests"] and not warming:
        raise RuntimeError(f"no request was answered: {result}")
    used = {k: after[k] - cpu[k] for k in cpu}
    result.update(
        cpu_s_per_100k=(used["all"] - used["jit"]) / max(result["requests"], 1) * 1e5,
        gc_share=used["gc"] / max(used["all"], 0.01), jit_share=used["jit"] / max(used["all"], 0.01),
        server_cpu=used["all"] / wall, client_cpu=client_cpu / wall, other_cpu=max(busy, 0) / wall,
        peak_rss_mb=memory_of(pid, "VmHWM") / 1e6)
    if count:
        result["alloc_per_request"] = (instance.allocated_bytes() - allocated) / max(result["requests"], 1)
    return result


def client(main, *words, flags=()):
    """A load generator of peers/, on the load's CPU."""
    return spawn([ARGS.java, "-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", *flags, "-cp", ARGS.peers, "bench." + main, *words],
                 ARGS.load_cpus, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def parse_client(text, errors=""):
    found = re.search(r"^RESULT (.*)$", text, re.M)
    if not found:
        raise RuntimeError("load generator: " + (text + errors)[-1000:])
    return json.loads(found.group(1))


class Witness:
    """Sees the gaps of the server's CPU; without pinning there is no such CPU, and nothing is seen."""

    def __init__(self):
        self.process = None
        if ARGS.server_cpus:
            self.process = spawn([sys.executable, HERE / "witness.py", min(ARGS.server_cpus)], None, stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if self.process.stdout.readline() != "READY\n":
                raise RuntimeError("the witness of gaps: " + self.process.communicate()[1][-500:])

    def gaps(self):
        return self.process.communicate(timeout=30)[0] if self.process else ""

    def end(self):
        if self.process:
            end(self.process)


def run_pace(instance, rate, connections, seconds, slow=()):
    """A fixed rate, or a share of the most such as 70%; latencies count from the moment at which a request was due."""
    warm_up = 5  # its own JIT compiler has its CPU, too
    s = instance.scenario
    flags = [f"-Dheaders={HEADERS}"] if s.extra == "headers" else []
    witness = Witness()
    try:
        generator = client("Pace", instance.http, s.path, connections, rate, seconds, warm_up, *slow, flags=flags)
        try:
            if generator.stdout.readline() != "DONE\n":
                raise RuntimeError("load generator: " + generator.communicate()[1][-1000:])
            r = parse_client(*generator.communicate(witness.gaps(), timeout=60))
            if r["p99"] is None or r["lag"] is None:
                raise RuntimeError(f"the machine had {r['gaps']} gaps in {seconds} s, no request was free of them")
            return r
        finally:
            end(generator)
    finally:
        witness.end()


def pace(instance, seconds):
    """
    The latencies at 70 % of the most that the server answers to this generator, when each connection asks again as soon as it is
    answered, found out again in each round; or at 70 % of the most that the reference answered in scenario 13.
    """
    rate = "70%"
    if instance.scenario.extra == "reference":
        if not instance.most:
            raise RuntimeError("needs the reference's figure of scenario 13, in this run or the file of --add-to")
        rate = int(0.7 * instance.most)
    r = run_pace(instance, rate, instance.scenario.connections, seconds)
    micros = {f"{key}_ms": r[key] / 1e3 for key in ("p50", "p99", "p999", "max", "p99_all", "lag")}
    return {"most": r["most"] or instance.most, "rate": r["rate"], "requests": r["requests"], **micros, "counted": r["counted"],
            "gaps": r["gaps"], "client_cpu": r["work"], "errors": r["errors"], "error": r["error"]}


def slow(instance, seconds):
    """The latencies of a probe with little to do, without and with slow clients beside it."""
    alone = run_pace(instance, ARGS.probe_rate, 16, seconds)
    beside = run_pace(instance, ARGS.probe_rate, 16, seconds, (ARGS.slow, instance.scenario.extra))
    result = {"errors": alone["errors"] + beside["errors"], "error": alone["error"] or beside["error"],
              "slow_closed": beside["slow_closed"]}
    for key in ("p50", "p99"):
        result[f"{key}_alone_ms"], result[f"{key}_beside_ms"] = alone[key] / 1e3, beside[key] / 1e3
        result[f"{key}_slower"] = beside[key] / alone[key]
    return result


def burst(instance, seconds):
    """One connection with a million requests in its pipeline; the first burst of the generator is not counted."""
    generator = client("Burst", instance.http, "/plaintext")

    def order(count):
        generator.stdin.write(f"{count}\n")
        generator.stdin.flush()
        line = generator.stdout.readline()
        return parse_client(line, "" if line else generator.stderr.read())
    try:
        order(ARGS.burst // 5)
        allocated = instance.allocated_bytes() if instance.is_jvm() else 0
        before, started = cpu_of(instance.pid), time.monotonic()
        r = order(ARGS.burst)
        wall, after = time.monotonic() - started, cpu_of(instance.pid)
    finally:
        end(generator)
    used = {k: after[k] - before[k] for k in after}
    result = {"requests": r["requests"], "rps": r["requests"] / (r["micros"] / 1e6), "errors": r["errors"],
              "cpu_s_per_100k": (used["all"] - used["jit"]) / max(r["requests"], 1) * 1e5,
              "server_cpu": used["all"] / wall}
    if instance.is_jvm():
        result["garbage_mb"] = (instance.allocated_bytes() - allocated) / 1e6
    return result


def calls(instance, seconds):
    """
    System calls per request, counted by the kernel (perf) or, where it may not, by strace. That slows the server so much
    that other calls are made: under it only the kinds of calls are comparable, not other figures.
    """
    try:
        counts, requests, errors = counted_by_perf(instance, seconds)
        counter = "perf"
    except (OSError, RuntimeError) as e:
        counts, requests, errors = counted_by_strace(instance, seconds)
        counter = f"strace ({str(e).splitlines()[0][:80]})"
    per = {name: n / requests for name, n in sorted(counts.items(), key=lambda c: -c[1])}
    return {"requests": requests, "errors": errors, "counter": counter, "calls": sum(per.values()),
            "futex": per.get("futex", 0), "per_request": per,
            "most_called": ", ".join(f"{name} {n:.3f}" for name, n in list(per.items())[:5] if n >= 0.0005)}


NAMED = ("futex", "read", "write", "readv", "writev", "recvfrom", "sendto", "epoll_wait", "epoll_ctl", "sched_yield")


def counted_by_perf(instance, seconds):
    """Attached for longer than the load lasts; the server does nothing before and after it."""
    table = ARGS.work / "perf"
    events = ["raw_syscalls:sys_enter"] + ["syscalls:sys_enter_" + name for name in NAMED]
    counter = spawn(["perf", "stat", "-x", ",", "-o", table, "-e", ",".join(events), "-p", instance.pid], ARGS.load_cpus,
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        time.sleep(1)
        if counter.poll() is not None:
            raise RuntimeError("perf: " + " ".join(counter.stderr.read().split()))
        r = load(instance, seconds)
        counter.send_signal(signal.SIGINT)
        counter.wait(20)
    finally:
        end(counter)
    counts = {name: int(n) for n, name in re.findall(r"^(\d+),[^,]*,(?:raw_)?syscalls:sys_enter_?(\w*),",
                                                     table.read_text(), re.M)}
    if not counts.get(""):
        raise RuntimeError("perf counted nothing")
    total = counts.pop("")
    return {**counts, "others": total - sum(counts.values())}, r["requests"], r["errors"]


def counted_by_strace(instance, seconds):
    table = ARGS.work / "strace"
    tracer = spawn(["strace", "-c", "-f", "-U", "name,calls", "-o", table, "-p", instance.pid], ARGS.load_cpus,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 10
        while any("TracerPid:\t0" in Path(f"/proc/{instance.pid}/task/{task}/status").read_text()
                  for task in os.listdir(f"/proc/{instance.pid}/task")):
            if tracer.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("strace does not attach")
            time.sleep(0.02)
        r = load(instance, seconds)
        tracer.send_signal(signal.SIGINT)
        tracer.wait(20)
    finally:
        end(tracer)
    counts = {name: int(n) for name, n in re.findall(r"^(\w+) +(\d+)$", table.read_text(), re.M) if name != "total"}
    if not counts:
        raise RuntimeError("strace counted nothing: " + table.read_text()[-500:])
    return counts, r["requests"], r["errors"]


def open_idle(port, count, source):
    """Opens connections that each carry one request and then stay open; returns the sockets."""
    request = f"GET /plaintext HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
    sockets = []
    for start in range(0, count, 256):
        batch = []
        for _ in range(min(256, count - start)):
            s = socket.socket()
            s.setsockopt(socket.IPPROTO_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT
            s.bind((source, 0))
            s.settimeout(10)
            s.connect(("127.0.0.1", port))
            s.sendall(request)
            batch.append(s)
        for s in batch:
            if not s.recv(4096).startswith(b"HTTP/1.1 200"):
                raise RuntimeError("an idle connection got no 200")
        sockets += batch
    return sockets


def live_heap(instance):
    """Bytes live on the Java heap, after a full collection; 0 where there is none."""
    if not instance.is_jvm():
        return 0
    instance.jcmd("GC.run")
    instance.jcmd("GC.run")
    text = instance.jcmd("GC.heap_info")
    return sum(int(k) * 1024 for k in re.findall(r"^ *(?:DefNew|Tenured|garbage-first heap|PSYoungGen|ParOldGen)"
                                                 r" .*?used (\d+)K", text, re.M))


def idle_load(instance, seconds):
    """The load while idle connections are open; what these cost is measured in the first round, as RSS never shrinks."""
    first, instance.first_idle = instance.first_idle, False
    heap, rss = live_heap(instance) if first else 0, memory_of(instance.pid, "VmRSS")
    sockets = open_idle(instance.http, ARGS.idle, f"127.0.0.{random.randint(2, 250)}")
    try:
        time.sleep(0.5)
        heap = live_heap(instance) - heap if first else 0
        rss = memory_of(instance.pid, "VmRSS") - rss
        result = load(instance, seconds)
        poll = select.poll()
        for s in sockets:
            poll.register(s, select.POLLIN | select.POLLHUP)
        result["idle_closed"] = len(poll.poll(0))
    finally:
        for s in sockets:
            s.close()
    result["errors"] += result["idle_closed"]
    if first:
        result["rss_per_idle"] = rss / ARGS.idle
        if instance.is_jvm():
            result["heap_per_idle"] = heap / ARGS.idle
    return result


def startup(server, scenario, tag):
    """Time from exec to the first 200 with no JVM flags, on all CPUs."""
    instance = Instance(server, scenario, tag, flags=[], cpus=os.sched_getaffinity(0))
    try:
        seconds = instance.await_ready()
        cpu = cpu_of(instance.pid)["all"]
        time.sleep(1)
        return {"start_ms": seconds * 1000, "start_cpu_s": cpu, "start_rss_mb": memory_of(instance.pid, "VmRSS") / 1e6}
    finally:
        instance.stop()


MEASURE = {"wrk": load, "h2load": load, "idle": idle_load, "pace": pace, "burst": burst, "slow": slow, "calls": calls}


AGAIN = ("wrk", "h2load", "pace", "burst")  # what can be measured twice, and is a matter of the CPUs


def measure(instance, seconds):
    tool = instance.scenario.tool
    return DISTANCE.near(MEASURE[tool], instance, seconds) if tool in AGAIN else MEASURE[tool](instance, seconds)
