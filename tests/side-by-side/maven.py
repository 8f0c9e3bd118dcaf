#!/usr/bin/env python3
"""Measures how long a developer waits for the first page after `mvn jetty:run`, with this project's plugin and with Jetty's.

Each run is a new Maven on a small web application: a servlet, a page, no tests. The clock runs from the start of the process to
the end of the first response with status 200. Runs alternate; the first one of each plugin fetches and compiles, and does not count.
CPU is that of the process until then.
"Maven alone" is `mvn test-compile` of the same project, which `jetty:run` does first: from the start of the process to its end.

This project's artifacts must be in a local repository: `mvn -q install -DskipTests`, or that of `tests/maven-plugins`, after its tests:
--maven "-gs tests/maven-plugins/target/settings.xml -Dmaven.repo.local=tests/maven-plugins/target/repository", with absolute paths. Jetty's
plugin comes from Maven Central.
"""
import argparse
import http.client
import os
import pathlib
import signal
import statistics
import subprocess
import tempfile
import time

from processes import free_port

POM = """<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId><artifactId>hello</artifactId><version>1</version><packaging>war</packaging>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>jakarta.servlet</groupId><artifactId>jakarta.servlet-api</artifactId><version>6.0.0</version><scope>provided</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <groupId>org.eclipse.jetty.ee10</groupId><artifactId>jetty-ee10-maven-plugin</artifactId><version>%s</version>
      </plugin>
      <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
      <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-compiler-plugin</artifactId><version>3.14.1</version></plugin>
    </plugins>
  </build>
</project>
"""

SERVLET = """package com.example;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

@WebServlet("/hello")
public class Hello extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().println("Hello");
    }
}
"""


def project(version):
    directory = pathlib.Path(tempfile.mkdtemp(prefix="maven-"))
    (directory / "src/main/java/com/example").mkdir(parents=True)
    (directory / "src/main/webapp").mkdir(parents=True)
    (directory / "pom.xml").write_text(POM % version)
    (directory / "src/main/java/com/example/Hello.java").write_text(SERVLET)
    (directory / "src/main/webapp/index.html").write_text("<p>Hello</p>\n")
    return directory


def cpu(pid):
    """Seconds of CPU of a process and those of its children that have ended."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(int(ticks) for ticks in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def first_page(directory, options, deadline=300):
    """Seconds until the first page, and those of CPU."""
    port = free_port()
    with open(directory / "output.txt", "w") as output:
        begin = time.monotonic()
        process = subprocess.Popen(["mvn", "-B", "-ntp", *options, "jetty:run", f"-Djetty.http.port={port}"], cwd=directory,
                                   stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            while True:
                taken = time.monotonic() - begin
                if process.poll() is not None or taken > deadline:
                    raise SystemExit((directory / "output.txt").read_text())
                try:
                    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
                    connection.request("GET", "/hello")
                    response = connection.getresponse()
                    response.read()
                    if response.status == 200:
                        return time.monotonic() - begin, cpu(process.pid)
                except OSError:
                    pass
                finally:
                    connection.close()
                time.sleep(0.005)
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


def maven_alone(directory, options):
    """Seconds of Maven without a plugin of these, and those of CPU."""
    before = os.times()
    subprocess.run(["mvn", "-B", "-ntp", *options, "test-compile"], cwd=directory, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    after = os.times()
    return (after.elapsed - before.elapsed,
            after.children_user + after.children_system - before.children_user - before.children_system)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10, help="counted runs of each plugin (10)")
    parser.add_argument("--ours", default="1.0.0-SNAPSHOT", help="the version of this project's plugin")
    parser.add_argument("--jetty", default="12.1.5", help="the version of Jetty's plugin")
    parser.add_argument("--maven", default="", help="other options of Maven, separated by spaces")
    arguments = parser.parse_args()
    directories = {"this project": project(arguments.ours), f"Jetty {arguments.jetty}": project(arguments.jetty)}
    options = arguments.maven.split()
    for directory in directories.values():
        first_page(directory, options)
    times = {name: [] for name in directories}
    alone = []
    for _ in range(arguments.runs):
        for name, directory in directories.items():
            times[name].append(first_page(directory, [*options, "-o"]))
        alone.append(maven_alone(next(iter(directories.values())), [*options, "-o"]))
    print("| plugin | median s | least s | most s | CPU s |\n| --- | ---: | ---: | ---: | ---: |")
    medians = []
    for name, runs in [*times.items(), ("Maven alone", alone)]:
        seconds = [elapsed for elapsed, _ in runs]
        medians.append(statistics.median(seconds))
        print(f"| {name} | {medians[-1]:.2f} | {min(seconds):.2f} | {max(seconds):.2f} | {statistics.median(used for _, used in runs):.1f} |")
    ours, theirs, maven = medians
    print(f"ratio of the medians: {ours / theirs:.2f}; without Maven: {(ours - maven) / (theirs - maven):.2f}")


if __name__ == "__main__":
    main()
