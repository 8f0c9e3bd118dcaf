#!/usr/bin/env python3
"""Whether a server ever answers a client with what belongs to another: counts wrong responses under loads that find it.

    tests/benchmarks/isolation.py [--responses 10000000] [--late-responses 1000000] [--loads handler,servlet,late-writer]

Each response must be the one to its request, to the byte; a response that does not come within 20 s is wrong, too. The loads "handler" and
"servlet" answer from other threads, as they should, half of the responses each. With "late-writer", workers of other connections still
write after their asynchronous requests timed out. Prints a line for each load, and ends with 1 if a response was wrong.
Server and clients run in one JVM, the one of run.sh; on two CPUs ten million responses take minutes.
"""
import argparse
import os
import subprocess
import sys
from pathlib import Path

RUN = Path(__file__).resolve().parent / "run.sh"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--responses", type=int, default=10_000_000)
    parser.add_argument("--late-responses", type=int, default=1_000_000)
    parser.add_argument("--loads", default="handler,servlet,late-writer")
    options = parser.parse_args()
    loads = options.loads.split(",")
    good = [load for load in loads if load != "late-writer"]
    environment = dict(os.environ)
    # what late writers are told is no news here
    environment["BENCH_JVM"] = environment.get("BENCH_JVM", "") + " -Dorg.eclipse.jetty.LEVEL=OFF"
    failed = False
    for load in loads:
        count = options.late_responses if load == "late-writer" else options.responses // len(good)
        failed |= subprocess.run([RUN, "Isolation", load, str(count)], env=environment).returncode != 0
        # what was built for the first serves the others
        environment["BUILD"] = "no"
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
