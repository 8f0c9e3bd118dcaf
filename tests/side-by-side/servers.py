"""The servers: how each is set up, started and stopped."""
import os
import shutil
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from processes import ARGS, HERE, call, end, free_port, spawn

HOST = "localhost"
PASSWORD = "changeit"


@dataclass
class Server:
    name: str
    kind: str
    home: Path = None
    prepared: dict = field(default_factory=dict)

    def jvm(self, scenario, flags):
        return [ARGS.java] + flags + list(scenario.jvm if flags else ())

    def base(self, scenario, tag):
        """A fresh base directory; what is slow to make is made once and copied."""
        key = "v" if scenario.virtual else "t" if scenario.tls or scenario.h2 else "p"
        if key not in self.prepared:
            directory = Path(tempfile.mkdtemp(prefix=f"{self.name}-{key}-", dir=ARGS.work))
            getattr(self, "make_" + self.kind, lambda *a: None)(directory, scenario)
            self.prepared[key] = directory
        base = ARGS.work / f"{self.name}-{scenario.id}-{tag}"
        shutil.copytree(self.prepared[key], base)
        return base

    def make_jetty(self, base, scenario):
        modules = ARGS.jetty_modules
        if scenario.tls or scenario.h2:
            modules += ",ssl,https,http2,http2c"
        if scenario.virtual:
            modules += ",threadpool-virtual"
        call([ARGS.java, "-jar", self.home / "start.jar", "--add-modules=" + modules], cwd=base)
        (base / "webapps").mkdir(exist_ok=True)
        shutil.copy(ARGS.war, base / "webapps" / "ROOT.war")
        (base / "etc").mkdir(exist_ok=True)
        shutil.copy(ARGS.keystore, base / "etc" / "keystore.p12")

    def make_tomcat(self, base, scenario):
        shutil.copytree(self.home / "conf", base / "conf")
        for name in ("logs", "temp", "work", "webapps"):
            (base / name).mkdir()
        shutil.copy(ARGS.war, base / "webapps" / "ROOT.war")

    def command(self, scenario, base, ports, flags):
        http, https, h2c = ports
        if self.kind == "jetty":
            command = self.jvm(scenario, flags) + ["-jar", self.home / "start.jar", "jetty.http.host=127.0.0.1",
                      f"jetty.http.port={http}", "jetty.http.acceptQueueSize=4096", "jetty.http.idleTimeout=300000"]
            if scenario.virtual:
                command += ["jetty.threadPool.virtual.maxThreads=20000"]
            if scenario.tls or scenario.h2:
                command += ["jetty.ssl.host=127.0.0.1", f"jetty.ssl.port={https}", "jetty.ssl.acceptQueueSize=4096",
                            "jetty.sslContext.keyStorePath=etc/keystore.p12",
                            f"jetty.sslContext.keyStorePassword={PASSWORD}"]
            return command
        if self.kind == "tomcat":
            (base / "conf" / "server.xml").write_text(tomcat_xml(scenario, http, https))
            opens = [f"--add-opens=java.base/java.{p}=ALL-UNNAMED"
                     for p in ("lang", "lang.reflect", "io", "util", "util.concurrent")]
            jars = f"{self.home}/bin/bootstrap.jar:{self.home}/bin/tomcat-juli.jar"
            return self.jvm(scenario, flags) + opens + [
                "--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
                f"-Djava.util.logging.config.file={base}/conf/logging.properties",
                "-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager",
                f"-Dcatalina.home={self.home}", f"-Dcatalina.base={base}", f"-Djava.io.tmpdir={base}/temp",
                "-cp", jars, "org.apache.catalina.startup.Bootstrap", "start"]
        if self.kind == "nginx":
            (base / "nginx.conf").write_text(nginx_conf(base, http, https, h2c))
            return ["nginx", "-p", base, "-c", base / "nginx.conf"]
        main = {"undertow": "UndertowMain", "netty": "NettyMain", "nio": "NioMain"}[self.kind]
        return self.jvm(scenario, flags) + ["--enable-native-access=ALL-UNNAMED", "-cp", ARGS.peers, "bench." + main,
                http, https, ARGS.keystore, PASSWORD, HERE / "app/src/main/webapp"]


def tomcat_xml(scenario, http, https):
    common = ('address="127.0.0.1" connectionTimeout="300000" maxConnections="20000" acceptCount="4096" '
              'maxKeepAliveRequests="-1"' + (' useVirtualThreads="true"' if scenario.virtual else ''))
    upgrade = '<UpgradeProtocol className="org.apache.coyote.http2.Http2Protocol"/>' if scenario.h2 else ""
    secure = f"""
    <Connector port="{https}" protocol="HTTP/1.1" SSLEnabled="true" scheme="https" secure="true" {common}>
      {upgrade}
      <SSLHostConfig><Certificate certificateKeystoreFile="{ARGS.keystore}"
        certificateKeystorePassword="{PASSWORD}"/></SSLHostConfig>
    </Connector>""" if scenario.tls or scenario.h2 else ""
    # the default server.xml less the access log, the user database and the shutdown port
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<Server port="-1">
  <Listener className="org.apache.catalina.startup.VersionLoggerListener"/>
  <Listener className="org.apache.catalina.core.AprLifecycleListener"/>
  <Listener className="org.apache.catalina.core.JreMemoryLeakPreventionListener"/>
  <Listener className="org.apache.catalina.mbeans.GlobalResourcesLifecycleListener"/>
  <Listener className="org.apache.catalina.core.ThreadLocalLeakPreventionListener"/>
  <Service name="Catalina">
    <Connector port="{http}" protocol="HTTP/1.1" {common}>{upgrade}</Connector>{secure}
    <Engine name="Catalina" defaultHost="localhost">
      <Host name="localhost" appBase="webapps" unpackWARs="true" autoDeploy="false"/>
    </Engine>
  </Service>
</Server>
"""


def nginx_conf(base, http, https, h2c):
    return f"""daemon off; master_process off; worker_rlimit_nofile 20000; pid {base}/pid; error_log {base}/error.log;
events {{ worker_connections 19000; }}
http {{
  include /etc/nginx/mime.types; default_type text/plain; access_log off; sendfile on; tcp_nopush on;
  keepalive_timeout 300s; keepalive_requests 1000000000; open_file_cache max=100;
  client_body_temp_path {base}/b; proxy_temp_path {base}/p; fastcgi_temp_path {base}/f;
  uwsgi_temp_path {base}/u; scgi_temp_path {base}/s;
  server {{
    listen 127.0.0.1:{http} backlog=4096; listen 127.0.0.1:{h2c} http2; listen 127.0.0.1:{https} ssl http2;
    ssl_certificate {ARGS.work}/cert.pem; ssl_certificate_key {ARGS.work}/key.pem;
    ssl_protocols TLSv1.2 TLSv1.3;
    location = /plaintext {{ return 200 "Hello, World!"; }}
    location = /headers {{ return 200 "Hello, World!"; }}
    location = /json {{ default_type application/json; return 200 '{{"message":"Hello, World!"}}'; }}
    location /static/ {{ root {HERE}/app/src/main/webapp; }}
    location /files/ {{ root {base}; }}
  }}
}}
"""


class Instance:
    """One running server process."""

    def __init__(self, server, scenario, tag="run", flags=None, cpus=None):
        flags = ARGS.jvm.split() if flags is None else flags
        self.server, self.scenario = server, scenario
        self.base = server.base(scenario, tag)
        self.ports = [free_port() for _ in range(3)]
        command = server.command(scenario, self.base, self.ports, flags)
        self.log = self.base / "bench.log"
        with open(self.log, "wb") as log:
            self.started = time.perf_counter()
            self.process = spawn(command, cpus or ARGS.server_cpus, cwd=self.base, stdout=log, stderr=log,
                                 stdin=subprocess.DEVNULL)
        self.pid = self.process.pid
        self.http, self.https, self.h2c = self.ports
        self.allocated = None
        self.first_idle = True
        self.most = None  # requests per second that scenario 13 takes for the most that it can answer

    def await_ready(self, path="/plaintext", timeout=60):
        deadline = time.monotonic() + timeout
        request = f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                with socket.create_connection(("127.0.0.1", self.http), 1) as s:
                    s.settimeout(10)
                    s.sendall(request)
                    if s.recv(4096).startswith(b"HTTP/1.1 200"):
                        return time.perf_counter() - self.started
            except OSError:
                pass
            time.sleep(0.002)
        raise RuntimeError(f"{self.server.name} does not answer 200:\n{self.log.read_text(errors='replace')[-2000:]}")

    def url(self):
        s = self.scenario
        port = self.https if s.tls else self.h2c if s.h2 and self.server.kind == "nginx" else self.http
        return f"{'https' if s.tls else 'http'}://{HOST}:{port}{s.path}"

    def is_jvm(self):
        return self.server.kind != "nginx"

    def jcmd(self, *words):
        return call([Path(ARGS.java).parent / "jcmd", self.pid, *words])

    def allocated_bytes(self):
        """Bytes allocated by all threads since the JVM's start (com.sun.management.ThreadMXBean)."""
        if self.allocated is None:
            self.allocated = spawn([ARGS.java, "-cp", ARGS.peers, "bench.Allocated", self.pid], ARGS.load_cpus,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.allocated.stdin.write("\n")
        self.allocated.stdin.flush()
        return int(self.allocated.stdout.readline())

    def set_cpus(self, cpus):
        if ARGS.server_cpus:
            for task in os.listdir(f"/proc/{self.pid}/task"):
                try:
                    os.sched_setaffinity(int(task), cpus)
                except OSError:
                    pass  # the thread has ended

    def stop(self):
        if self.allocated is not None:
            end(self.allocated)
        end(self.process)
        shutil.rmtree(self.base, ignore_errors=True)
