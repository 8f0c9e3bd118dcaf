"""The table of all figures, and how figures of several rounds become one."""
import statistics

from scenarios import SCENARIOS


def median(rounds, key):
    values = [r[key] for r in rounds if r and r.get(key) is not None]
    return statistics.median(values) if values else None


def paired_ratio(rounds, reference, key):
    """The median of the ratios taken round by round."""
    ratios = [a[key] / b[key] for a, b in zip(rounds, reference) if a and b and a.get(key) and b.get(key)]
    return statistics.median(ratios) if ratios else None


def number(value, digits=0, unit=""):
    return "–" if value is None else f"{value:,.{digits}f}{unit}"


# heading, key, digits, scale, and whether a column with the ratio follows
THROUGHPUT = [("req/s", "rps", 0, 1, True), ("p50 ms", "p50_ms", 2, 1, False), ("p99 ms", "p99_ms", 2, 1, False),
              ("CPU s/100k", "cpu_s_per_100k", 2, 1, True), ("peak RSS MB", "peak_rss_mb", 0, 1, False),
              ("server CPU %", "server_cpu", 0, 100, False), ("client CPU %", "client_cpu", 0, 100, False)]
ALLOCATED = [("alloc B/req", "alloc_per_request", 0, 1, False)]
COLUMNS = {
    "wrk": THROUGHPUT + ALLOCATED,
    "h2load": THROUGHPUT + ALLOCATED,
    "idle": THROUGHPUT + [("RSS B/idle", "rss_per_idle", 0, 1, False), ("heap B/idle", "heap_per_idle", 0, 1, False)]
    + ALLOCATED,
    "startup": [("start ms", "start_ms", 0, 1, True), ("start CPU s", "start_cpu_s", 2, 1, True),
                ("RSS MB", "start_rss_mb", 0, 1, False)],
    "pace": [("most/s", "most", 0, 1, False), ("rate/s", "rate", 0, 1, False), ("p50 ms", "p50_ms", 3, 1, True),
             ("p99 ms", "p99_ms", 3, 1, True), ("p99.9 ms", "p999_ms", 3, 1, False), ("max ms", "max_ms", 1, 1, False),
             ("counted %", "counted", 0, 100, False), ("gaps", "gaps", 0, 1, False),
             ("p99 ms, gaps too", "p99_all_ms", 3, 1, True),
             ("generator late, p99 ms", "lag_ms", 3, 1, False), ("generator busy %", "client_cpu", 0, 100, False)],
    "burst": [("req/s", "rps", 0, 1, True), ("CPU s/100k", "cpu_s_per_100k", 2, 1, True),
              ("garbage MB", "garbage_mb", 1, 1, True), ("server CPU %", "server_cpu", 0, 100, False)],
    "slow": [("p50 ms alone", "p50_alone_ms", 3, 1, False), ("p50 ms beside", "p50_beside_ms", 3, 1, False),
             ("beside / alone", "p50_slower", 2, 1, False), ("p99 ms alone", "p99_alone_ms", 3, 1, False),
             ("p99 ms beside", "p99_beside_ms", 3, 1, False), ("beside / alone", "p99_slower", 2, 1, False),
             ("slow ones ended", "slow_closed", 0, 1, False)],
    "calls": [("calls/req", "calls", 2, 1, True), ("futex/req", "futex", 3, 1, False)],
}
SUMMARIES = [("req/s", {"wrk": "rps", "h2load": "rps", "idle": "rps", "burst": "rps"}),
             ("CPU per request", {"wrk": "cpu_s_per_100k", "h2load": "cpu_s_per_100k", "idle": "cpu_s_per_100k",
                                  "burst": "cpu_s_per_100k"}),
             ("less is better", {"startup": "start_ms", "pace": "p99_ms", "calls": "calls"})]


def rows(names, base, reference, scenario, results):
    columns = COLUMNS[scenario.tool]
    heads = ["server"]
    for head, _, _, _, ratio in columns:
        heads += [head, f"× {reference}"] if ratio else [head]
    heads += ["errors"] + (["most called, per request"] if scenario.tool == "calls" else [])
    lines = ["| " + " | ".join(heads) + " |", "|---" + "|---:" * (len(heads) - 1) + "|"]
    for name in names:
        rounds = results.get(name, {}).get("rounds", [])
        if not any(rounds):
            continue
        cells = [name]
        for _, key, digits, scale, ratio in columns:
            value = median(rounds, key)
            cells.append(number(value if value is None else value * scale, digits))
            if ratio:
                cells.append(number(paired_ratio(rounds, base, key), 2))
        cells.append(number(sum(r.get("errors", 0) for r in rounds if r)))
        if scenario.tool == "calls":
            last = [r for r in rounds if r][-1]
            cells.append(f"{last['most_called']}; by {last['counter']}")
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def report(data):
    names, reference, measured = data["servers"], data["reference"], data["scenarios"]
    lines = ["# Servlet containers side by side", "", data["about"], ""]
    for scenario in SCENARIOS:
        results = measured.get(scenario.id)
        if not results:
            continue
        base = results.get(reference, {}).get("rounds", [])
        lines += [f"## {scenario.id}. {scenario.title}", ""] + rows(names, base, reference, scenario, results) + [""]
        failures = [f"Failed: {name}: {r['failed'].splitlines()[0][:300]}  "
                    for name, r in results.items() if r.get("failed")]
        lines += failures + ([""] if failures else [])
    for title, keys in SUMMARIES:
        table = [summary_row(names, reference, s, measured[s.id], keys[s.tool])
                 for s in SCENARIOS if s.id in measured and s.tool in keys]
        if table:
            lines += [f"## {title}, × {reference}", "", "| scenario | " + " | ".join(names) + " |",
                      "|---" + "|---:" * len(names) + "|"] + table + [""]
    others = [r["other_cpu"] for results in measured.values() for s in results.values() for r in s["rounds"]
              if r and "other_cpu" in r]
    if others:
        lines.append("CPU used by others on the machine while measuring: median "
                     f"{statistics.median(others) * 100:.0f} %, worst {max(others) * 100:.0f} % of one CPU.")
    distances = [r["distance_ns"] for results in measured.values() for s in results.values() for r in s["rounds"]
                 if r and "distance_ns" in r]
    if distances:
        lines += ["", f"Round trip between the two CPUs: median {statistics.median(distances):.0f} ns, worst {max(distances)} ns; "
                  f"{data.get('repeated', 0)} measurements were taken again because they were far from each other."]
    return "\n".join(lines) + "\n"


def summary_row(names, reference, scenario, results, key):
    base = results.get(reference, {}).get("rounds", [])
    cells = [number(paired_ratio(results.get(n, {}).get("rounds", []), base, key), 2) for n in names]
    return f"| {scenario.id}. {scenario.title} | " + " | ".join(cells) + " |"
