"""What is measured."""
from dataclasses import dataclass


@dataclass
class Scenario:
    id: str
    title: str
    path: str = "/plaintext"
    connections: int = 64
    tool: str = "wrk"  # wrk | h2load | idle | startup | pace | burst | slow | calls
    method: str = "GET"
    body: int = 0
    pipeline: int = 1
    extra: str = "none"
    tls: bool = False
    h2: bool = False
    virtual: bool = False
    kinds: str = "jetty tomcat undertow netty nginx"  # which kinds of server can do it
    jvm: tuple = ()  # further JVM flags


ALL = "jetty tomcat undertow netty nio nginx"
SERVLET = "jetty tomcat undertow"
HEADERS = "/headers?first=one&second=two%20words&third=3"
SCENARIOS = [
    Scenario("1", "plaintext, keep-alive, 64 connections", kinds=ALL),
    Scenario("2", "plaintext, pipelined 16 deep, 64 connections", pipeline=16, kinds=ALL),
    Scenario("3", "json, keep-alive, 256 connections", "/json", 256),
    Scenario("4", "10 request headers, cookie, 3 parameters", HEADERS, extra="headers"),
    Scenario("5p", "block 50 ms, 1024 connections, 200 platform threads", "/block?ms=50", 1024, kinds=SERVLET),
    Scenario("5v", "block 50 ms, 1024 connections, virtual threads", "/block?ms=50", 1024, virtual=True,
             kinds="jetty tomcat"),
    Scenario("6", "plaintext, 64 active + 10,000 idle connections", tool="idle", kinds=ALL, jvm=("-Xms32m",)),
    Scenario("7", "plaintext over TLS 1.3, keep-alive", tls=True),
    Scenario("8t", "plaintext, HTTP/2 over TLS, 16 connections x 32 streams", connections=16, pipeline=32,
             tool="h2load", tls=True, h2=True),
    Scenario("8c", "plaintext, HTTP/2 clear text, 16 connections x 32 streams", connections=16, pipeline=32,
             tool="h2load", h2=True),
    Scenario("9a", "static file 1 KiB", "/static/1k.html", kinds=SERVLET + " nginx"),
    Scenario("9b", "static file 100 KiB", "/static/100k.html", kinds=SERVLET + " nginx"),
    Scenario("9c", "servlet body 1 MiB in 8 KiB writes, 16 connections", "/big", 16, kinds=SERVLET),
    Scenario("10a", "POST 1 KiB", "/post", method="POST", body=1024, kinds=SERVLET + " netty"),
    Scenario("10b", "POST 1 MiB, 16 connections", "/post", 16, method="POST", body=1 << 20, kinds=SERVLET + " netty"),
    Scenario("11", "start-up to the first 200", tool="startup", kinds=SERVLET + " netty"),
    Scenario("12", "connection churn (Connection: close)", extra="close", kinds=ALL),
    Scenario("13", "plaintext at 70 % of the server's own maximum, 64 connections", tool="pace", kinds=ALL),
    Scenario("13h", "10 headers, cookie, 3 parameters at 70 % of the server's own maximum, 64 connections", HEADERS,
             tool="pace", extra="headers", kinds=SERVLET + " netty"),
    Scenario("13r", "plaintext at 70 % of the reference's maximum, 64 connections", tool="pace", extra="reference", kinds=ALL),
    Scenario("14", "plaintext, 1,000,000 requests pipelined down one connection", tool="burst", connections=1, pipeline=16,
             kinds=ALL),
    Scenario("15h", "a probe beside 500 clients that send a head at 1 byte/s", tool="slow", extra="heads", kinds=ALL),
    Scenario("15b", "a probe beside 500 clients that send a body at 1 byte/s", tool="slow", extra="bodies",
             kinds=SERVLET + " netty"),
    Scenario("16", "system calls of plaintext, keep-alive, 64 connections", tool="calls", kinds=ALL),
]


def wanted_scenarios(text):
    if text == "all":
        return SCENARIOS
    wanted = []
    for word in text.split(","):
        found = [s for s in SCENARIOS if s.id == word or s.id.rstrip("abchptv") == word]
        if not found:
            raise SystemExit(f"no scenario {word}; there are {', '.join(s.id for s in SCENARIOS)}")
        wanted += [s for s in found if s not in wanted]
    return wanted
