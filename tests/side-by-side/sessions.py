#!/usr/bin/env python3
"""
Measures sessions side by side, in turns: CPU, rate and latency of requests with sessions in memory and in stores, and what a session takes in a store.
Needs redis-server, for "jdbc" PostgreSQL, for "memcached" memcached, and Maven; the stores run on the CPU of the load. Python standard library only.

    tests/side-by-side/sessions.py --scenarios memory,redis
"""
import argparse
import datetime
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True  # the sources stay clean
import load as loads  # noqa: E402
from distance import DISTANCE  # noqa: E402
from processes import ARGS, HERE, call, free_port, spawn  # noqa: E402
from report import median, number, paired_ratio  # noqa: E402
from run import build, common_options, find_servers, in_work_folder, pin, warm_up  # noqa: E402
from scenarios import Scenario  # noqa: E402
from servers import Instance, Server  # noqa: E402

SESSIONS = 1000
REDISSON = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>bench</groupId><artifactId>redisson</artifactId>
<version>1</version><dependencies><dependency><groupId>org.redisson</groupId><artifactId>redisson-tomcat-10</artifactId><version>{version}</version>
</dependency></dependencies></project>"""


POOL = """<?xml version="1.0"?>
<!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
<Configure><New class="org.eclipse.jetty.plus.jndi.Resource"><Arg/><Arg>/jdbc/sessions</Arg><Arg><New class="com.zaxxer.hikari.HikariDataSource">
<Set name="driverClassName">org.postgresql.Driver</Set><Set name="jdbcUrl">jdbc:postgresql://127.0.0.1:{port}/postgres?user=test</Set>
<Set name="maximumPoolSize">16</Set></New></Arg></New></Configure>"""


TOMCAT = """<Context>{resource}<Valve className="org.apache.catalina.valves.PersistentValve"/>
<Manager className="org.apache.catalina.session.PersistentManager"><Store className="org.apache.catalina.session.{store}/></Manager></Context>"""
TOMCAT_RESOURCE = """<Resource name="jdbc/sessions" type="javax.sql.DataSource" driverClassName="org.postgresql.Driver"
url="jdbc:postgresql://127.0.0.1:{port}/postgres?user=test" maxTotal="16" maxIdle="16"/>"""
TOMCAT_TABLE = """create table tomcatsessions (app_name varchar(255), session_id varchar(100) primary key, session_data bytea, valid_session char(1),
max_inactive int4, last_access int8)"""
JDBC_STORE = """DataSourceStore" dataSourceName="jdbc/sessions" localDataSource="true" sessionTable="tomcatsessions" sessionAppCol="app_name"
sessionIdCol="session_id" sessionDataCol="session_data" sessionValidCol="valid_session" sessionMaxInactiveCol="max_inactive"
sessionLastAccessedCol="last_access\""""


@dataclass
class Kind(Scenario):
    """What a request does: with cookies of a thousand sessions, or without any."""
    modules: str = ""
    properties: tuple = ()
    manager: str = ""  # of Tomcat, for Redisson
    tomcat: str = ""  # the store of Tomcat's own manager, which saves after each request by its valve
    every: int = 1  # of how many requests one changes its session; -1: each request makes one
    store: str = ""


REDIS_PROPERTIES = ("jetty.session.redis.nodes=127.0.0.1:{redis}", "jetty.session.savePeriod.seconds=60")
FILE_PROPERTIES = ("jetty.session.savePeriod.seconds=60",)
READS = "9 of 10 requests only read"
SCENARIOS = {s.id: s for s in (
    Kind("memory", "in memory, each request counts", "/session", kinds="jetty tomcat"),
    Kind("redis", f"Redis, each request asks it, {READS}", "/session", kinds="here tomcat", every=10, store="redis",
         modules=",session-store-redis,session-cache-null", properties=REDIS_PROPERTIES, manager='readMode="REDIS" updateMode="DEFAULT"'),
    Kind("redis-sticky", f"Redis, sessions in memory too, {READS}", "/session", kinds="here tomcat", every=10, store="redis",
         modules=",session-store-redis,session-cache-hash", properties=REDIS_PROPERTIES, manager='readMode="MEMORY" updateMode="DEFAULT"'),
    Kind("redis-write", "Redis, each request counts", "/session", kinds="here tomcat", store="redis",
         modules=",session-store-redis,session-cache-null", properties=REDIS_PROPERTIES, manager='readMode="REDIS" updateMode="DEFAULT"'),
    Kind("redis-new", "Redis, each request makes a session", "/session", kinds="here tomcat", every=-1, store="redis",
         modules=",session-store-redis,session-cache-null", properties=REDIS_PROPERTIES, manager='readMode="REDIS" updateMode="DEFAULT"'),
    Kind("file", "files, each request counts", "/session", kinds="jetty tomcat", store="file", tomcat='FileStore"', modules=",session-store-file,session-cache-null",
         properties=FILE_PROPERTIES),
    Kind("memcached", "files with memcached in front, each request counts", "/session", kinds="jetty", store="memcached",
         modules=",session-store-file,session-store-cache,session-cache-null",
         properties=FILE_PROPERTIES + ("jetty.session.memcached.host=127.0.0.1", "jetty.session.memcached.port={memcached}")),
    Kind("jdbc", "PostgreSQL, a pool of 16 connections, each request counts", "/session", kinds="jetty tomcat", store="postgresql", tomcat=JDBC_STORE,
         modules=",session-store-jdbc,session-cache-null,plus,ee10-plus,ext", properties=FILE_PROPERTIES + ("etc/pool.xml",)),
    # one server at a time: members of several make one cluster
    Kind("hazelcast", "Hazelcast, one member in the server, each request counts", "/session", kinds="jetty",
         modules=",session-store-hazelcast-embedded,session-cache-null", properties=FILE_PROPERTIES),
    Kind("infinispan", "Infinispan, one member in the server, each request counts", "/session", kinds="here",
         modules=",session-store-infinispan-embedded,session-cache-null", properties=FILE_PROPERTIES),
)}


class Redis:
    """A server of its own, on the CPU of the load."""

    def __init__(self):
        self.port = free_port()
        self.process = spawn(["redis-server", "--port", self.port, "--bind", "127.0.0.1", "--save", ""], ARGS.load_cpus,
                             stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while True:
            try:
                self.ask("PING")
                return
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def ask(self, line):
        with socket.create_connection(("127.0.0.1", self.port), 10) as s:
            s.sendall(f"{line}\r\nQUIT\r\n".encode())
            text = b""
            while part := s.recv(65536):
                text += part
        return text.decode(errors="replace")

    def used(self):
        """The bytes of all keys with their values."""
        keys = [line for line in self.ask("KEYS *").splitlines() if line[:1] not in ("*", "$", "+")]
        if not keys:
            return 0
        return sum(int(line[1:]) for line in self.ask("\r\n".join(f"MEMORY USAGE {key}" for key in keys)).splitlines() if line.startswith(":"))


class Memcached:
    """A server of its own, on the CPU of the load."""

    def __init__(self):
        self.port = free_port()
        user = ["-u", "nobody"] if os.getuid() == 0 else []
        self.process = spawn(["memcached", "-l", "127.0.0.1", "-p", self.port, *user], ARGS.load_cpus)
        deadline = time.monotonic() + 10
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 10).close()
                return
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def end(self):
        self.process.terminate()
        self.process.wait()


class PostgreSQL:
    """A server of its own, on the CPU of the load, whose table the servers share that are measured."""

    def __init__(self):
        self.port, self.folder = free_port(), Path(tempfile.mkdtemp(prefix="postgresql"))
        self.programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        self.user = []
        if os.getuid() == 0:  # which it refuses
            shutil.chown(self.folder, "postgres")
            self.user = ["/usr/sbin/runuser", "-u", "postgres", "--"]
        data = self.folder / "data"
        call([*self.user, self.programs / "initdb", "-D", data, "-U", "test", "-A", "trust"], 60)
        self.process = spawn([*self.user, self.programs / "postgres", "-D", data, "-p", self.port, "-h", "127.0.0.1", "-k", self.folder],
                             ARGS.load_cpus, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while subprocess.run([self.programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)], check=False).returncode:
            if time.monotonic() > deadline:
                raise RuntimeError("PostgreSQL does not start")
            time.sleep(0.1)

    def used(self):
        """The bytes of all rows."""
        return sum(int(self.ask(f"select coalesce(sum(pg_column_size(s.*)), 0) from {table} s") or 0) for table in ("jettysessions", "tomcatsessions"))

    def ask(self, query):
        """What a query answers; nothing if it fails, as for a table that is not there."""
        return subprocess.run([self.programs / "psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "test", "-Atc", query, "postgres"],
                              capture_output=True, text=True, check=False).stdout

    def end(self):
        subprocess.run([*self.user, self.programs / "pg_ctl", "stop", "-s", "-m", "fast", "-D", self.folder / "data"], check=False)
        self.process.wait()
        shutil.rmtree(self.folder)


OTHERS = {"postgresql": PostgreSQL, "memcached": Memcached}


class SessionServer(Server):
    """A server with a store of sessions."""

    def __init__(self, server, kind, redis, other):
        super().__init__(server.name, server.kind, server.home)
        self.scenario, self.redis, self.other = kind, redis, other

    def make_jetty(self, base, scenario):
        arguments = ["--add-modules=" + ARGS.jetty_modules + scenario.modules, "--approve-all-licenses", "maven.repo.uri=" + ARGS.repository,
                     "maven.local.repo=" + str(Path.home() / ".m2/repository")]
        call([ARGS.java, "-jar", self.home / "start.jar", *arguments], 300, cwd=base)
        lines = [p.replace("{redis}", str(self.redis.port)) for p in scenario.properties]
        if self.other:
            lines = [p.replace("{memcached}", str(self.other.port)) for p in lines]
        (base / "start.d").mkdir(exist_ok=True)
        (base / "start.d" / "bench.ini").write_text("\n".join(lines) + "\n")
        if scenario.store == "postgresql":
            (base / "etc").mkdir(exist_ok=True)
            (base / "etc" / "pool.xml").write_text(POOL.replace("{port}", str(self.other.port)))
            for jar in "com/zaxxer/HikariCP", "org/postgresql/postgresql":
                shutil.copy(sorted((Path.home() / ".m2/repository" / jar).glob("*/*.jar"))[-1], base / "lib" / "ext")
        (base / "webapps").mkdir(exist_ok=True)
        shutil.copy(ARGS.war, base / "webapps" / "ROOT.war")

    def make_tomcat(self, base, scenario):
        super().make_tomcat(base, scenario)
        if scenario.tomcat:
            resource = ""
            if scenario.store == "postgresql":
                (base / "lib").mkdir(exist_ok=True)
                shutil.copy(sorted((Path.home() / ".m2/repository/org/postgresql/postgresql").glob("*/*.jar"))[-1], base / "lib")
                self.other.ask(TOMCAT_TABLE)
                resource = TOMCAT_RESOURCE.replace("{port}", str(self.other.port))
            (base / "conf" / "context.xml").write_text(TOMCAT.replace("{resource}", resource).replace("{store}", scenario.tomcat))
        if scenario.manager:
            shutil.copytree(redisson(), base / "lib")
            (base / "redisson.yaml").write_text(f'singleServerConfig:\n  address: "redis://127.0.0.1:{self.redis.port}"\n')
            (base / "conf" / "context.xml").write_text(
                f'<Context><Manager className="org.redisson.tomcat.RedissonSessionManager" configPath="${{catalina.base}}/redisson.yaml" '
                f'{scenario.manager}/></Context>')


def redisson():
    folder = ARGS.cache / f"redisson-{ARGS.redisson}"
    if not folder.exists():
        pom = ARGS.work / "redisson.xml"
        pom.write_text(REDISSON.replace("{version}", ARGS.redisson))
        call(["mvn", "-q", "-B", "-f", pom, "dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={folder}"], 300)
    return folder


def cookies_of(instance):
    """The cookies of new sessions, in a file."""
    file = ARGS.work / f"cookies-{instance.server.name}-{instance.scenario.id}"
    lines = []
    if instance.scenario.every >= 0:
        connection = http.client.HTTPConnection("127.0.0.1", instance.http, timeout=30)
        for _ in range(SESSIONS):
            connection.request("GET", instance.scenario.path)
            response = connection.getresponse()
            response.read()
            lines.append(response.getheader("Set-Cookie").split(";")[0])
        connection.close()
    file.write_text("".join(line + "\n" for line in lines))
    instance.cookies = file


def stored(instance, redis, other):
    """The bytes of what is stored; None where they cannot be asked for."""
    if instance.scenario.store == "redis":
        return redis.used()
    if instance.scenario.store == "postgresql":
        return other.used()
    if instance.scenario.store in ("file", "memcached"):
        folder = "work" if instance.server.kind == "tomcat" else "sessions"
        return sum(f.stat().st_size for f in (instance.base / folder).rglob("*") if f.is_file())
    return None


def command(instance, seconds):
    s = instance.scenario
    return ["wrk", "-t1", f"-c{s.connections}", f"-d{seconds}s", "--timeout", "5s", "-s", HERE / "sessions.lua", instance.url(), "--",
            instance.cookies, max(s.every, 0)]


def measure(kind, servers, redis, other, out):
    instances = []
    # what each request is, in place of the load of the other scenarios
    loads.wrk = lambda url, scenario, seconds: command(next(i for i in instances if i.url() == url), seconds)
    try:
        for server in servers:
            instance = None
            try:
                instance = Instance(SessionServer(server, kind, redis, other), kind)
                instances.append(instance)
                instance.await_ready()
                before = stored(instance, redis, other)
                cookies_of(instance)
                if before is not None and kind.every >= 0:
                    out[server.name]["bytes"] = (stored(instance, redis, other) - before) / SESSIONS
                warm_up(instance)
            except Exception as e:
                out[server.name]["failed"] = f"{e}\n" + (instance.log.read_text(errors="replace")[-1500:] if instance else "")
                if instance in instances:
                    instances.remove(instance)
                    instance.stop()
        for _ in range(ARGS.rounds):
            for instance in instances:
                out[instance.server.name]["rounds"].append(DISTANCE.near(loads.load, instance, ARGS.seconds))
    finally:
        for instance in instances:
            instance.stop()


def table(data):
    lines = [data["about"], ""]
    for name, results in data["scenarios"].items():
        reference = "jetty" if "jetty" in results else "tomcat" if "tomcat" in results else None
        lines += [f"## {SCENARIOS[name].title}", "", f"| server | CPU us/request | × {reference} | requests/s | p50 ms | p99 ms | stored bytes/session | errors |",
                  "|---" + "|---:" * 7 + "|"]
        for server, result in results.items():
            rounds = result["rounds"]
            cpu = median(rounds, "cpu_s_per_100k")
            ratio = paired_ratio(rounds, results[reference]["rounds"], "cpu_s_per_100k") if reference else None
            lines.append("| " + " | ".join([server, number(cpu and cpu * 10, 1), number(ratio, 2), number(median(rounds, "rps")), number(median(rounds, "p50_ms"), 2),
                                            number(median(rounds, "p99_ms"), 2), number(result.get("bytes")), number(median(rounds, "errors"))]) + " |")
        lines += [f"Failed: {server}: {result['failed']}" for server, result in results.items() if result.get("failed")] + [""]
    return "\n".join(lines)


def run(started):
    build()
    servers = find_servers(ARGS.servers)
    data = {"about": f"{started:%Y-%m-%d %H:%M}; pin {ARGS.pin} (server:load and store), {ARGS.rounds} rounds of {ARGS.seconds} s, interleaved; "
                     f"{Path(ARGS.java).resolve().parent.parent.name}, {ARGS.jvm}; Jetty {ARGS.jetty}, Tomcat {ARGS.tomcat}, Redisson {ARGS.redisson}",
            "scenarios": {}}
    target = ARGS.results / f"sessions-{started:%Y%m%d-%H%M%S}"
    DISTANCE.start()
    for name in ARGS.scenarios.split(","):
        print(f"{datetime.datetime.now():%H:%M:%S} {SCENARIOS[name].title}", file=sys.stderr, flush=True)
        kind = SCENARIOS[name]
        able = [s for s in servers if {s.name, s.kind} & set(kind.kinds.split())]
        out = data["scenarios"][name] = {s.name: {"rounds": []} for s in able}
        redis = Redis()
        other = OTHERS[kind.store]() if kind.store in OTHERS else None
        measure(kind, able, redis, other, out)
        redis.process.terminate()
        redis.process.wait()
        if other:
            other.end()
        target.with_suffix(".json").write_text(json.dumps(data, indent=1))
        target.with_suffix(".md").write_text(table(data))
    DISTANCE.end()
    print(table(data))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    common_options(p)
    p.add_argument("--servers", default="jetty,tomcat,here", help="comma list of here, jetty, tomcat and NAME=/path/to/home")
    p.add_argument("--scenarios", default=",".join(SCENARIOS), help="comma list of " + ", ".join(SCENARIOS))
    p.add_argument("--tomcat", default="10.1.34", help="version of Tomcat")
    p.add_argument("--redisson", default="3.52.0", help="version of redisson-tomcat-10")
    p.add_argument("--repository", default="https://repo.maven.apache.org/maven2/", help="where real Jetty fetches libraries")
    p.parse_args(namespace=ARGS)
    pin()
    ARGS.home, ARGS.jetty_modules = ARGS.home.resolve(), "server,http,ee10-deploy"
    unknown = [name for name in ARGS.scenarios.split(",") if name not in SCENARIOS]
    if unknown:
        raise SystemExit(f"no scenario {', '.join(unknown)}: {', '.join(SCENARIOS)}")
    in_work_folder(lambda: run(datetime.datetime.now()))


if __name__ == "__main__":
    main()
