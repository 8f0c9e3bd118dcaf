"""Processes: started so that none outlives this one, and what /proc says of them."""
import argparse
import ctypes
import os
import random
import re
import signal
import socket
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
TICK = os.sysconf("SC_CLK_TCK")
LIBC = ctypes.CDLL(None)
ARGS = argparse.Namespace()  # the command line and what is made of it
RUNNING = []  # every Popen not yet reaped


def child_setup(cpus):
    def setup():
        LIBC.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: no child outlives this script
        if cpus is not None:
            os.sched_setaffinity(0, cpus)
            come_first()
    return setup


def come_first():
    """Lets this process have its CPU before whatever else the machine does there, where it may ask for that."""
    os.setsid()  # a session of its own is a group of its own to the scheduler, which divides the CPU among groups first
    try:
        os.setpriority(os.PRIO_PROCESS, 0, -20)
        Path("/proc/self/autogroup").write_text("-20")
    except OSError:
        pass


def spawn(command, cpus, **kw):
    process = subprocess.Popen([str(c) for c in command], preexec_fn=child_setup(cpus), **kw)
    RUNNING.append(process)
    return process


def end(process):
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    for stream in (process.stdin, process.stdout):
        if stream:
            stream.close()
    if process in RUNNING:
        RUNNING.remove(process)


def call(command, timeout=60, cwd=None):
    """Runs a short helper command on the load generator's CPU and returns its output."""
    done = subprocess.run([str(c) for c in command], cwd=cwd, timeout=timeout, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=child_setup(ARGS.load_cpus))
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout[-2000:]}")
    return done.stdout


def free_port():
    while True:
        port = random.randint(10000, 30000)  # below the ephemeral range, so no client can take it meanwhile
        with socket.socket() as s:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def stat_fields(path):
    text = Path(path).read_text()
    return text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()


def cpu_of(pid):
    """CPU seconds of a process: all of it, and of it the JIT compiler's and the collector's threads."""
    fields = stat_fields(f"/proc/{pid}/stat")[1]
    cpu = {"all": (int(fields[11]) + int(fields[12])) / TICK, "jit": 0.0, "gc": 0.0}
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            name, fields = stat_fields(f"/proc/{pid}/task/{task}/stat")
        except OSError:
            continue
        seconds = (int(fields[11]) + int(fields[12])) / TICK
        if re.match(r"C[12] Compiler", name):
            cpu["jit"] += seconds
        elif re.match(r"VM Thread|GC Thread|G1 ", name):
            cpu["gc"] += seconds
    return cpu


def memory_of(pid, key):
    """VmRSS or VmHWM (the peak since reset_peak) in bytes."""
    return int(re.search(rf"{key}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text()).group(1)) * 1024


def reset_peak(pid):
    Path(f"/proc/{pid}/clear_refs").write_text("5")


def machine_busy():
    """Busy CPU seconds of the whole machine, stolen time included."""
    v = [int(x) for x in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(v) - v[3] - v[4]) / TICK

