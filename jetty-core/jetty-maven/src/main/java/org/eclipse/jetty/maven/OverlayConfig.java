package org.eclipse.jetty.maven;

import java.util.ArrayList;
import java.util.List;
import org.apache.maven.artifact.Artifact;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.jspecify.annotations.Nullable;

/**
 * An overlay as the configuration of maven-war-plugin describes it: a WAR whose files are laid under those of the project, or the
 * project itself, which has neither group nor artifact.
 *
 * @param groupId of the WAR
 * @param artifactId of the WAR
 * @param classifier of the WAR
 * @param includes patterns of files that are taken; none for all
 * @param excludes patterns of files that are left out
 * @param skip whether it is left out as a whole
 * @param targetPath the directory of the application into which it is put; "" for the root
 */
public record OverlayConfig(
        @Nullable String groupId,
        @Nullable String artifactId,
        @Nullable String classifier,
        List<String> includes,
        List<String> excludes,
        boolean skip,
        String targetPath) {
    /** What is left out unless an overlay says otherwise. */
    static final List<String> DEFAULT_EXCLUDES = List.of("META-INF/MANIFEST.MF");

    /** Returns the overlay of a WAR that the configuration does not mention. */
    static OverlayConfig of(Artifact war) {
        return new OverlayConfig(
                war.getGroupId(), war.getArtifactId(), war.getClassifier(), List.of(), DEFAULT_EXCLUDES, false, "");
    }

    /** Reads an element {@code overlay}. */
    static OverlayConfig of(Xpp3Dom overlay) {
        List<String> excludes = texts(overlay.getChild("excludes"));
        return new OverlayConfig(
                text(overlay, "groupId"),
                text(overlay, "artifactId"),
                text(overlay, "classifier"),
                texts(overlay.getChild("includes")),
                excludes.isEmpty() ? DEFAULT_EXCLUDES : excludes,
                Boolean.parseBoolean(text(overlay, "skip")),
                targetPath(text(overlay, "targetPath")));
    }

    /** Whether it stands for the project itself. */
    boolean isProject() {
        return groupId == null && artifactId == null;
    }

    boolean matches(Artifact war) {
        return war.getArtifactId().equals(artifactId)
                && (groupId == null || groupId.equals(war.getGroupId()))
                && (classifier == null || classifier.equals(war.getClassifier()));
    }

    private static String targetPath(@Nullable String path) {
        return path == null || path.equals("/") ? "" : path.replaceFirst("^/", "");
    }

    private static @Nullable String text(Xpp3Dom parent, String name) {
        Xpp3Dom child = parent.getChild(name);
        String value = child == null ? null : child.getValue();
        return value == null || value.isBlank() ? null : value.trim();
    }

    private static List<String> texts(@Nullable Xpp3Dom parent) {
        List<String> texts = new ArrayList<>();
        if (parent != null) {
            for (Xpp3Dom child : parent.getChildren()) {
                if (child.getValue() != null && !child.getValue().isBlank()) {
                    texts.add(child.getValue().trim());
                }
            }
        }
        return texts;
    }
}
