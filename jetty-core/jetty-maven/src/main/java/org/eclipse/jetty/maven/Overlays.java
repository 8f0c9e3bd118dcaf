package org.eclipse.jetty.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugin.MojoExecutionException;

/**
 * Unpacks the WAR files that a project depends on, as maven-war-plugin lays them under the project's own files. Confined to its
 * goal.
 */
public final class Overlays {
    private final List<OverlayConfig> configured;
    private final List<Artifact> wars;
    private final Path directory;

    /** @param directory the directory below which they are unpacked */
    public Overlays(WarPlugin plugin, Collection<Artifact> dependencies, Path directory) {
        configured = plugin.overlays();
        wars = dependencies.stream()
                .filter(artifact -> artifact.getType().equals("war"))
                .toList();
        this.directory = directory;
    }

    /**
     * Returns the directories of the application, the first of which wins: the project's own and those of its overlays.
     *
     * @throws MojoExecutionException when a configured overlay is no dependency of the project
     */
    public List<Path> directories(Path project) throws MojoExecutionException {
        List<Path> directories = new ArrayList<>();
        if (configured.stream().noneMatch(OverlayConfig::isProject)) {
            directories.add(project);
        }
        List<Artifact> left = new ArrayList<>(wars);
        for (OverlayConfig overlay : configured) {
            if (overlay.isProject()) {
                directories.add(project);
                continue;
            }
            Artifact war = wars.stream()
                    .filter(overlay::matches)
                    .findFirst()
                    .orElseThrow(() -> new MojoExecutionException("The overlay " + overlay.groupId() + ":"
                            + overlay.artifactId() + " of maven-war-plugin is no dependency of the project"
                            + " (expected: a <dependency> of it with <type>war</type>)"));
            left.remove(war);
            if (!overlay.skip()) {
                directories.add(unpack(overlay, war.getFile()));
            }
        }
        for (Artifact war : left) {
            directories.add(unpack(OverlayConfig.of(war), war.getFile()));
        }
        return directories;
    }

    private Path unpack(OverlayConfig overlay, File war) throws MojoExecutionException {
        try {
            if (war.isDirectory()) {
                throw new MojoExecutionException("The overlay " + overlay.artifactId()
                        + " is a directory, as its module was not packaged in this build: " + war
                        + " (expected: mvn package or install of that module before)");
            }
            Path target = directory.resolve(war.getName().replaceFirst("\\.war$", ""));
            Path root = target.resolve(overlay.targetPath()).normalize();
            if (!root.startsWith(target)) {
                throw new IOException("targetPath: " + overlay.targetPath() + " (expected: a path in the application)");
            }
            new UnpackedArchive(war, target, root, UnaryOperator.identity(), wanted(overlay))
                    .unpack(overlay.toString());
            return target;
        } catch (IOException x) {
            throw new MojoExecutionException("The overlay " + war + " cannot be unpacked: " + x.getMessage(), x);
        }
    }

    private static Predicate<Path> wanted(OverlayConfig overlay) {
        List<PathMatcher> includes = matchers(overlay.includes());
        List<PathMatcher> excludes = matchers(overlay.excludes());
        return name -> (includes.isEmpty() || anyMatches(includes, name)) && !anyMatches(excludes, name);
    }

    private static boolean anyMatches(List<PathMatcher> matchers, Path name) {
        return matchers.stream().anyMatch(matcher -> matcher.matches(name));
    }

    /** A directory means what is in it. */
    private static List<PathMatcher> matchers(List<String> patterns) {
        return patterns.stream()
                .map(pattern -> PathPatterns.matcher(pattern.endsWith("/") ? pattern + "**" : pattern))
                .toList();
    }
}
