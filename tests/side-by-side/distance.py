"""Whether the CPUs of server and generator are near each other; a host may move those of a virtual machine apart."""
import os
import subprocess
import time
from pathlib import Path

from processes import ARGS, end, spawn

FAR = 2  # times the least that was seen in this run
TRIES = 5


class Distance:
    """The time of a round trip between the two CPUs, in nanoseconds; without pinning there are no two, and nothing is seen."""

    def __init__(self):
        self.process, self.least, self.repeated = None, None, 0

    def start(self):
        if not ARGS.server_cpus:
            return
        self.process = spawn([ARGS.java, "-Xmx16m", "-XX:+UseSerialGC", "-cp", ARGS.peers, "bench.Distance"],
                             ARGS.load_cpus, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "READY\n":
            raise RuntimeError("the measure of distance does not start")
        for task in os.listdir(f"/proc/{self.process.pid}/task"):
            name = Path(f"/proc/{self.process.pid}/task/{task}/comm").read_text().strip()
            if name.startswith("distance-"):
                os.sched_setaffinity(int(task), ARGS.server_cpus if name == "distance-0" else ARGS.load_cpus)
        self.least = min(self.samples())

    def samples(self):
        for _ in range(40):  # until it is compiled, and over some seconds, for the CPUs to come together
            yield self.now()
            time.sleep(0.2)

    def now(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def near(self, measure, *words):
        """
        The result of measure(*words), taken again where the CPUs were far from each other before or after it: the same exchange costs
        servers and generator a third more then. The last of several tries stands, whatever the distance.
        """
        if not self.process:
            return measure(*words)
        for left in reversed(range(TRIES)):
            before = self.now()
            if left and self.is_far(before):
                time.sleep(1)
                continue
            result = measure(*words)
            result["distance_ns"] = max(before, self.now())
            self.least = min(self.least, result["distance_ns"])
            if not left or not self.is_far(result["distance_ns"]):
                return result
            self.repeated += 1

    def is_far(self, nanos):
        return nanos > FAR * self.least

    def end(self):
        if self.process:
            end(self.process)
            self.process = None


DISTANCE = Distance()
