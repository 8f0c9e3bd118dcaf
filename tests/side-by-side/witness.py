#!/usr/bin/env python3
"""
Sees when the machine takes a CPU away: witness.py CPU. It wakes every half millisecond with a real-time priority, before
everything else on that CPU; when it wakes late, nothing ran there, whatever the server does. Says READY when it watches; at the end of
its input it writes each such gap as a line START END, in nanoseconds of CLOCK_MONOTONIC. Needs CAP_SYS_NICE, and takes about 1 % of the CPU.
"""
import gc
import os
import signal
import sys
import threading
import time

PERIOD = 500_000
LATE = 300_000  # a gap; what is shorter is left to the server


def watch(ended):
    gaps = []
    due = time.monotonic_ns()
    while not ended.is_set():
        due += PERIOD
        time.sleep(max(due - time.monotonic_ns(), 0) / 1e9)
        now = time.monotonic_ns()
        if now - due > LATE:
            gaps.append((due, now))
            due = now
    return gaps


def main():
    os.sched_setaffinity(0, {int(sys.argv[1])})
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()
    ended = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
    print("READY", flush=True)
    for start, end in watch(ended):
        print(start, end)


if __name__ == "__main__":
    main()
