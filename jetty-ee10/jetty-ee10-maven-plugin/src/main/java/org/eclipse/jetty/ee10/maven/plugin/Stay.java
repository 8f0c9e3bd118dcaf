package org.eclipse.jetty.ee10.maven.plugin;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.logging.Log;
import org.apache.maven.project.MavenProject;
import org.eclipse.jetty.maven.Deployment;
import org.eclipse.jetty.maven.WatchedFiles;
import org.eclipse.jetty.util.Scanner;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;

/** Runs a server until it is stopped, and redeploys its application meanwhile. Confined to its goal. */
final class Stay {
    private final MavenProject project;
    private final Log log;
    private final int scan;

    Stay(MavenProject project, Log log, int scan) {
        this.project = project;
        this.log = log;
        this.scan = scan;
    }

    void run(Deployment deployment, WatchedFiles files) throws MojoExecutionException {
        if (scan < -1) {
            throw new MojoExecutionException(
                    "scan: " + scan + " (expected: seconds; 0 to redeploy by the Enter key, -1 for never)");
        }
        CompletableFuture<Boolean> started = new CompletableFuture<>();
        // first: what is changed while the application starts is not lost
        Scanner scanner = scan > 0 ? watch(deployment, files, started) : null;
        try {
            Started.tell(project, log, deployment.start());
            started.complete(true);
            if (scan > 0) {
                log.info("Changes are looked for every " + scan + " s");
            } else if (scan == 0) {
                follow(deployment);
                log.info("The Enter key redeploys the application");
            }
            deployment.join();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            deployment.stop();
        } finally {
            started.complete(false);
            if (scanner != null) {
                LifeCycle.stop(scanner);
            }
        }
    }

    /** Redeploys when files change, once it is known whether the deployment has started. */
    private Scanner watch(Deployment deployment, WatchedFiles files, CompletableFuture<Boolean> started)
            throws MojoExecutionException {
        try {
            Path pom = project.getFile() == null
                    ? null
                    : project.getFile().toPath().toRealPath();
            files.add(project.getFile());
            return files.start(scan, new Scanner.BulkListener() {
                @Override
                public void pathsChanged(Set<Path> changes) {
                    if (started.join()) {
                        changed(deployment, changes, pom);
                    }
                }
            });
        } catch (Exception x) {
            throw new MojoExecutionException("Changes cannot be looked for: " + x.getMessage(), x);
        }
    }

    private void changed(Deployment deployment, Set<Path> changes, @Nullable Path pom) {
        if (changes.contains(pom)) {
            log.warn("pom.xml changed: what it says counts when the goal is run again");
            if (changes.size() == 1) {
                return;
            }
        }
        log.info("Changed: " + changes.iterator().next()
                + (changes.size() == 1 ? "" : " and " + (changes.size() - 1) + " others"));
        redeploy(deployment);
    }

    private void redeploy(Deployment deployment) {
        deployment.redeploy();
        log.info("Redeployed");
    }

    private void follow(Deployment deployment) {
        Thread reader = new Thread(
                () -> {
                    try {
                        BufferedReader in =
                                new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
                        while (in.readLine() != null) {
                            redeploy(deployment);
                        }
                    } catch (IOException x) {
                        log.warn("The console cannot be read: the Enter key redeploys no longer", x);
                    }
                },
                "jetty-console");
        reader.setDaemon(true);
        reader.start();
    }
}
