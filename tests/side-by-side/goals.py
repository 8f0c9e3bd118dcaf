"""What this server has to reach, beside the reference, and whether it did."""
from dataclasses import dataclass

from report import median, number, paired_ratio


@dataclass
class Goal:
    text: str
    scenario: str
    key: str
    limit: float
    against: str = "reference"  # reference: a ratio to it; peers: a ratio to the best of the others; none: as it is
    least: bool = False  # the limit is the least, not the most
    digits: int = 2
    unit: str = ""

    def measured(self, data):
        results = data["scenarios"].get(self.scenario, {})
        own = results.get(data["own"], {}).get("rounds", [])
        if self.against == "none":
            return median(own, self.key)
        if self.against == "reference":
            return paired_ratio(own, results.get(data["reference"], {}).get("rounds", []), self.key)
        peers = [r["rounds"] for name, r in results.items() if name in PEERS]
        best = [min((r for r in turn if r), key=lambda r: r[self.key], default=None) for turn in zip(*filter(None, peers))]
        return paired_ratio(own, best, self.key)

    def row(self, data):
        value = self.measured(data)
        sign = "≥" if self.least else "≤"
        times = {"reference": f" × {data['reference']}", "peers": " × the best servlet peer", "none": self.unit}[self.against]
        goal = f"{sign} {number(self.limit, self.digits if self.limit % 1 else 0)}{times}"
        reached = "not measured" if value is None else "yes" if self.reached(value) else "**no**"
        return f"| {self.text} | {goal} | {number(value, self.digits)} | {reached} |"

    def reached(self, value):
        return value >= self.limit if self.least else value <= self.limit


PEERS = ("jetty", "tomcat", "undertow")
CPU = "cpu_s_per_100k"
GOALS = [
    Goal("plaintext keep-alive, 64 connections: server CPU per request", "1", CPU, 0.55),
    Goal("json, 256 connections: server CPU per request", "3", CPU, 0.55),
    Goal("10 headers, cookie, 3 parameters: server CPU per request", "4", CPU, 0.44),
    Goal("plaintext pipelined × 16, 64 connections: throughput", "2", "rps", 2.5, least=True),
    Goal("plaintext pipelined × 16, 64 connections: server CPU per request", "2", CPU, 0.14),
    Goal("plaintext over HTTP/2 and TLS, 16 connections × 32 streams: server CPU per request", "8t", CPU, 0.16),
    Goal("the same in clear text", "8c", CPU, 0.13),
    Goal("plaintext: bytes allocated per request", "1", "alloc_per_request", 500, "none", digits=0, unit=" B"),
    Goal("10 headers, cookie, 3 parameters: bytes allocated per request", "4", "alloc_per_request", 1500, "none", digits=0,
         unit=" B"),
    Goal("p99 latency at 70 % of own maximum throughput", "13", "p99_ms", 0.8),
    Goal("p99 latency at 70 % of own maximum throughput", "13", "p99_ms", 1.0, "peers"),
    Goal("the same of 10 headers, cookie, 3 parameters", "13h", "p99_ms", 0.8),
    Goal("the same of 10 headers, cookie, 3 parameters", "13h", "p99_ms", 1.0, "peers"),
    Goal("static file 1 KiB: server CPU per request", "9a", CPU, 0.50),
    Goal("static file 100 KiB: server CPU per request", "9b", CPU, 0.80),
    Goal("POST 1 KiB: server CPU per request", "10a", CPU, 0.60),
    Goal("POST 1 MiB: server CPU per request", "10b", CPU, 0.80),
    Goal("10,000 idle keep-alive connections: heap per connection", "6", "heap_per_idle", 1300, "none", digits=0, unit=" B"),
    Goal("peak RSS in the plaintext run", "1", "peak_rss_mb", 150, "none", digits=0, unit=" MB"),
    Goal("one connection, 1,000,000 pipelined requests: throughput", "14", "rps", 4, least=True),
    Goal("one connection, 1,000,000 pipelined requests: young-generation garbage", "14", "garbage_mb", 0.15),
    Goal("500 clients send a head at 1 byte/s: median latency of a probe", "15h", "p50_slower", 2, "none",
         unit=" × without them"),
    Goal("500 clients send a head at 1 byte/s: p99 latency of a probe", "15h", "p99_slower", 2, "none",
         unit=" × without them"),
    Goal("500 clients send a body at 1 byte/s: median latency of a probe", "15b", "p50_slower", 2, "none",
         unit=" × without them"),
    Goal("500 clients send a body at 1 byte/s: p99 latency of a probe", "15b", "p99_slower", 2, "none",
         unit=" × without them"),
    Goal("system calls per keep-alive request", "16", "calls", 2.2, "none"),
    Goal("futex calls per keep-alive request", "16", "futex", 0.1, "none", digits=3),
]


def needed():
    """The scenarios that the goals are judged by."""
    return ",".join(dict.fromkeys(g.scenario for g in GOALS))


def goals(data):
    lines = ["# Must reach", "", data["about"], "", "| scenario | goal | measured | reached |", "|---|---:|---:|---|"]
    return "\n".join(lines + [g.row(data) for g in GOALS]) + "\n"
