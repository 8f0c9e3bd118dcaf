#!/usr/bin/env python3
"""
Measures servlet containers side by side, on the same web application and in turns, and writes Markdown tables;
README.md tells how to read them. Python standard library only.
"""
import argparse
import datetime
import glob
import json
import os
import platform
import re
import resource
import shutil
import signal
import ssl
import sys
import urllib.request
from pathlib import Path

sys.dont_write_bytecode = True  # the sources stay clean
from distance import DISTANCE  # noqa: E402
from goals import goals, needed  # noqa: E402
from load import load, measure, startup  # noqa: E402
from processes import ARGS, HERE, RUNNING, call, end  # noqa: E402
from report import median, report  # noqa: E402
from scenarios import wanted_scenarios  # noqa: E402
from servers import PASSWORD, Instance, Server  # noqa: E402

ROOT = HERE.parent.parent


def check_same_answer(instance):
    """One request with Python's own client, so that no server is measured on an error page."""
    s = instance.scenario
    if s.tool == "h2load" or s.path.startswith("/block"):
        return
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    request = urllib.request.Request(instance.url(), data=b"x" * s.body if s.body else None, method=s.method)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context))
    with opener.open(request, timeout=10) as response:
        body = response.read()
    expected = {"/plaintext": 13, "/json": 27, "/big": 1 << 20, "/static/1k.html": 1024, "/static/100k.html": 102400}
    if expected.get(s.path, len(body)) != len(body) or (s.body and body != str(s.body).encode()):
        raise RuntimeError(f"{instance.server.name} {s.path}: unexpected body of {len(body)} bytes")


def run_startup(scenario, servers, out):
    for number in range(ARGS.startup_runs):
        for server in servers:
            try:
                out[server.name]["rounds"].append(startup(server, scenario, f"start{number}"))
            except Exception as e:
                out[server.name]["failed"] = str(e)


def warm_up(instance):
    """
    Loads the server until the JIT compiler rests, on all CPUs: by time alone, and on one CPU, a busy machine would
    leave it half warm.
    """
    instance.set_cpus(os.sched_getaffinity(0))
    s = instance.scenario
    if s.tool == "h2load":  # with -D alone it hangs when the first, slow TLS handshakes outlast the duration
        call(["h2load", "-t1", f"-c{s.connections}", f"-m{s.pipeline}", "-n5000", instance.url()])
    for _ in range(6):
        if load(instance, ARGS.warmup, warming=True)["jit_share"] < 0.05:
            break
    instance.set_cpus(ARGS.server_cpus)


def run_scenario(scenario, servers, out, own_most):
    instances = []
    try:
        for server in servers:
            instance = None
            try:
                instance = Instance(server, scenario)
                instance.await_ready()
                if scenario.extra == "reference":
                    instance.most = median(own_most.get(ARGS.reference, {}).get("rounds", []), "most")
                check_same_answer(instance)
                warm_up(instance)
                instances.append(instance)
            except Exception as e:
                out[server.name]["failed"] = str(e)
                if instance:
                    instance.stop()
        for number in range(1, ARGS.rounds + 1):
            for instance in instances:
                result = out[instance.server.name]
                try:
                    result["rounds"].append(measure(instance, ARGS.seconds))
                except Exception as e:
                    result["rounds"].append(None)
                    result.setdefault("failed", f"round {number}: {e}")
        for instance in instances:
            rounds = out[instance.server.name]["rounds"]
            if instance.is_jvm() and rounds[-1] and scenario.tool in ("wrk", "h2load", "idle"):
                # apart from the rounds, for it starts the JMX agent in the server
                rounds[-1]["alloc_per_request"] = load(instance, 2, count=True)["alloc_per_request"]
                if ARGS.profile:
                    profile(instance)
    finally:
        for instance in instances:
            instance.stop()


def profile(instance):
    """A flight recording under load; leaves the recording's views as text beside the results."""
    name = f"{instance.scenario.id}-{instance.server.name}"
    recording = ARGS.work / f"{name}.jfr"
    instance.jcmd("JFR.start", "name=bench", "settings=profile", "jdk.CPUTimeSample#enabled=true",
                  "jdk.CPUTimeSample#throttle=5ms")
    load(instance, ARGS.profile)
    instance.jcmd("JFR.stop", "name=bench", f"filename={recording}")
    text = ""
    for view in ("cpu-time-hot-methods", "hot-methods", "allocation-by-class", "allocation-by-site",
                 "allocation-by-thread", "gc"):
        try:
            text += call([Path(ARGS.java).parent / "jfr", "view", "--width", "180", "--cell-height", "1",
                          view, recording])
        except RuntimeError as e:
            text += f"{view}: {e}\n"
    (ARGS.results / f"profile-{name}.txt").write_text(text)

def distribution(group, artifact, version, folder):
    """The unpacked tar.gz of a Maven artifact, fetched by Maven when it is not in the local repository."""
    home = ARGS.cache / folder
    if not home.exists():
        tar = Path.home() / ".m2/repository" / group.replace(".", "/") / artifact / version / f"{artifact}-{version}.tar.gz"
        if not tar.exists():
            call(["mvn", "-B", "-q", "dependency:get", f"-Dartifact={group}:{artifact}:{version}:tar.gz",
                  "-Dtransitive=false"], 300)
        ARGS.cache.mkdir(parents=True, exist_ok=True)
        call(["tar", "xzf", tar, "-C", ARGS.cache])
    return home


def find_servers(text):
    servers = []
    for word in text.split(","):
        name, _, path = word.partition("=")
        if path or name == "here":
            home = Path(path).resolve() if path else ARGS.home
            if not (home / "start.jar").exists():
                raise SystemExit(f"{home} has no start.jar" + ("" if path else "; mvn -pl distribution -am -DskipTests "
                                                               "package builds it, --home names another"))
            servers.append(Server(name, "jetty", home))
        elif name == "jetty":
            servers.append(Server(name, "jetty", distribution("org.eclipse.jetty", "jetty-home", ARGS.jetty,
                                                              f"jetty-home-{ARGS.jetty}")))
        elif name == "tomcat":
            servers.append(Server(name, "tomcat", distribution("org.apache.tomcat", "tomcat", ARGS.tomcat,
                                                               f"apache-tomcat-{ARGS.tomcat}")))
        elif name in ("undertow", "netty", "nio", "nginx"):
            servers.append(Server(name, name))
        else:
            raise SystemExit(f"no server {name}: here, jetty, tomcat, undertow, netty, nio, nginx or NAME=/path/to/home")
    return servers


def build():
    ARGS.war = HERE / "app/target/bench-app.war"
    jar = HERE / "peers/target/bench-peers.jar"
    newest = max(f.stat().st_mtime for d in ("app", "peers") for f in HERE.glob(d + "/**/*")
                 if f.is_file() and "target" not in f.relative_to(HERE).parts)
    if not jar.exists() or jar.stat().st_mtime < newest:
        # not the parent: its target/ holds the results
        call(["mvn", "-B", "-q", "-pl", "app,peers", "clean", "package"], 500, HERE)
    ARGS.peers = f"{jar}:{HERE}/peers/target/lib/*"
    ARGS.keystore = ARGS.work / "keystore.p12"
    call([Path(ARGS.java).parent / "keytool", "-genkeypair", "-alias", "bench", "-keyalg", "EC", "-groupname", "secp256r1",
          "-validity", "30", "-dname", "CN=localhost", "-ext", "SAN=dns:localhost,ip:127.0.0.1", "-storetype", "PKCS12",
          "-keystore", ARGS.keystore, "-storepass", PASSWORD])
    openssl = ["openssl", "pkcs12", "-in", ARGS.keystore, "-passin", "pass:" + PASSWORD, "-nodes"]
    call(openssl + ["-nokeys", "-out", ARGS.work / "cert.pem"])
    call(openssl + ["-nocerts", "-out", ARGS.work / "key.pem"])


def newest_java():
    """$BENCH_JAVA, else the JDK with the highest version under /usr/lib/jvm, else java on the PATH."""
    found = [(int(m.group(1)), p) for p in glob.glob("/usr/lib/jvm/*/bin/java")
             for m in [re.search(r"[a-z-](\d+)(?:[.-]|/)", os.path.dirname(os.path.dirname(p)) + "/")] if m]
    return os.environ.get("BENCH_JAVA") or (max(found)[1] if found else "java")


def pin():
    """The CPUs of the server and of the load, as --pin says."""
    def cpus(text):
        parts = [t.split("-") for t in text.split(",")]
        return {c for t in parts for c in range(int(t[0]), int(t[-1]) + 1)}
    ARGS.server_cpus = ARGS.load_cpus = None
    if ARGS.pin != "no":
        ARGS.server_cpus, ARGS.load_cpus = (cpus(t) for t in ARGS.pin.split(":"))


def common_options(p):
    p.add_argument("--home", type=Path, default=ROOT / "distribution/target/jetty-home", help="the home of the server here")
    p.add_argument("--rounds", type=int, default=3, help="turns of each server in a scenario")
    p.add_argument("--seconds", type=int, default=5, help="length of one measurement")
    p.add_argument("--warmup", type=int, default=3, help="seconds of load before the first round, not counted; repeated, "
                   "at most 6 times, while the JIT compiler takes over 5 %% of the server's CPU")
    p.add_argument("--pin", default="0:1", help="SERVER_CPUS:LOAD_CPUS such as 0:1 or 0-1:2-3; 'no' for none")
    p.add_argument("--reference", help="the server of the ratios; default jetty, else the first")
    p.add_argument("--java", default=newest_java(), help="$BENCH_JAVA, else the newest JDK under /usr/lib/jvm")
    p.add_argument("--jvm", default="-Xms256m -Xmx1g", help="JVM flags of all Java servers (not of start-up)")
    p.add_argument("--jetty", default="12.1.5", help="version of the real Jetty")
    p.add_argument("--profile", type=int, default=0, metavar="SECONDS", help="also take a flight recording this long")
    p.add_argument("--cache", type=Path, default=Path("/tmp/bench-cache"), help="where distributions are unpacked")
    p.add_argument("--results", type=Path, default=HERE / "target/results", help="folder of the tables and the JSON file")


def command_line():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    common_options(p)
    p.add_argument("--table", action="store_true", help="measure what the goals need and print the table of the goals")
    p.add_argument("--servers", default="jetty,tomcat,undertow,here", help="comma list of here, jetty, tomcat, undertow, "
                   "netty, nio, nginx and NAME=/path/to/home")
    p.add_argument("--scenarios", help="comma list such as 1,2,5,9a, or all; default all, with --table what the goals need")
    p.add_argument("--list", action="store_true", help="print the scenarios and end")
    p.add_argument("--startup-runs", type=int, default=5, help="launches in scenario 11")
    p.add_argument("--idle", type=int, default=10000, help="idle connections of scenario 6")
    p.add_argument("--burst", type=int, default=1000000, help="requests of scenario 14")
    p.add_argument("--slow", type=int, default=500, help="slow clients of scenario 15")
    p.add_argument("--probe-rate", type=int, default=1000, help="requests per second of the probe of scenario 15")
    p.add_argument("--own", default="here", help="the server that the goals are for")
    p.add_argument("--tomcat", default="11.0.24", help="version of Tomcat")
    p.add_argument("--jetty-modules", default="server,http,ee10-deploy", help="modules of every Jetty-like home")
    p.add_argument("--add-to", type=Path, metavar="JSON", help="keep the other scenarios of an earlier run's JSON file, "
                   "and write to it, tables beside it")
    p.parse_args(namespace=ARGS)

    pin()
    ARGS.scenarios = ARGS.scenarios or (needed() if ARGS.table else "all")
    ARGS.home = ARGS.home.resolve()


def about(started):
    return (f"{started:%Y-%m-%d %H:%M}; {os.cpu_count()} CPUs, Linux {platform.release()}; pin {ARGS.pin} (server:load); "
            f"{ARGS.rounds} rounds of {ARGS.seconds} s, interleaved, after {ARGS.warmup} to {ARGS.warmup * 6} s of warm-up; "
            f"{Path(ARGS.java).resolve().parent.parent.name}, JVM flags {ARGS.jvm}; Jetty {ARGS.jetty}, Tomcat {ARGS.tomcat}. "
            "Figures are medians over the rounds; ratios are medians of the ratios within a round. "
            "CPU is the server's CPU time less the JIT compiler's threads.")


def write(target, data):
    target.with_suffix(".json").write_text(json.dumps(data, indent=1))
    target.with_suffix(".md").write_text(report(data))
    target.with_name(target.name + "-goals.md").write_text(goals(data))


def run(started, scenarios):
    build()
    servers = find_servers(ARGS.servers)
    names = [s.name for s in servers]
    ARGS.reference = ARGS.reference or ("jetty" if "jetty" in names else names[0])
    data = {"about": about(started), "servers": names, "own": ARGS.own, "reference": ARGS.reference,
            "args": {k: str(v) for k, v in vars(ARGS).items()}, "scenarios": {}}
    target = ARGS.results / f"{started:%Y%m%d-%H%M%S}"
    repeated = 0
    if ARGS.add_to:
        target = ARGS.add_to.with_suffix("")
        before = json.loads(ARGS.add_to.read_text())
        data["scenarios"], repeated = before["scenarios"], before.get("repeated", 0)
    DISTANCE.start()
    for scenario in scenarios:
        able = [s for s in servers if s.kind in scenario.kinds.split()]
        out = data["scenarios"][scenario.id] = {s.name: {"rounds": []} for s in able}
        print(f"{datetime.datetime.now():%H:%M:%S} {scenario.id}. {scenario.title}", file=sys.stderr, flush=True)
        if scenario.tool == "startup":
            run_startup(scenario, able, out)
        else:
            run_scenario(scenario, able, out, data["scenarios"].get("13", {}))
        for name, r in out.items():
            if r.get("failed"):
                print(f"  {name}: {r['failed'][:1500]}", file=sys.stderr, flush=True)
        data["repeated"] = repeated + DISTANCE.repeated
        write(target, data)
    DISTANCE.end()
    print(goals(data) if ARGS.table else report(data))
    print(f"{target}.json", file=sys.stderr)


def raise_limit(wanted=0):
    """Opens the limit of files to the hard one, and that, where it may, to what is wanted."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    for limit in (max(hard, wanted), hard):
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
            return
        except (OSError, ValueError):
            pass  # only root may exceed the hard limit


def in_work_folder(task):
    """Runs a task with a folder of its own; nothing that it started is left after it, however it ends."""
    raise_limit(65536)

    def terminated(*_):  # SIGTERM ends it as ^C does, so that the servers are stopped; a second one changes nothing
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sys.exit(1)
    signal.signal(signal.SIGTERM, terminated)
    ARGS.work = Path(f"/tmp/side-by-side-{os.getpid()}")
    ARGS.work.mkdir()
    ARGS.results.mkdir(parents=True, exist_ok=True)
    try:
        task()
    finally:
        for process in list(RUNNING):
            end(process)
        shutil.rmtree(ARGS.work, ignore_errors=True)


def main():
    command_line()
    if ARGS.list:
        for s in wanted_scenarios("all"):
            print(f"{s.id:4} {s.title}")
        return
    scenarios = wanted_scenarios(ARGS.scenarios)
    missing = [t for t in ("mvn", "wrk", "h2load", "nginx", "openssl", "strace")
               if not shutil.which(t) and (t in ("mvn", "wrk", "openssl") or t in ARGS.servers
                                           or any(s.tool == {"strace": "calls"}.get(t, t) for s in scenarios))]
    if missing:
        raise SystemExit("not found: " + ", ".join(missing))
    in_work_folder(lambda: run(datetime.datetime.now(), scenarios))


if __name__ == "__main__":
    main()
