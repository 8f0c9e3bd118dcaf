package org.eclipse.jetty.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.model.Plugin;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.jspecify.annotations.Nullable;

/** What a project says of its application to maven-war-plugin. Confined to its goal. */
public final class WarPlugin {
    private final MavenProject project;
    private final @Nullable Xpp3Dom configuration;

    public WarPlugin(MavenProject project) {
        this.project = project;
        Plugin plugin = project.getPlugin("org.apache.maven.plugins:maven-war-plugin");
        configuration = plugin != null && plugin.getConfiguration() instanceof Xpp3Dom dom ? dom : null;
    }

    /** Returns the descriptor that it packs in place of {@code WEB-INF/web.xml} of the sources, if any. */
    public @Nullable File webXml() {
        String path = text("webXml");
        if (path == null) {
            return null;
        }
        File file = new File(path);
        return file.isAbsolute() ? file : new File(project.getBasedir(), path);
    }

    /** Returns the overlays in the order in which they win, the project among them; empty when nothing is said. */
    List<OverlayConfig> overlays() {
        List<OverlayConfig> overlays = new ArrayList<>();
        Xpp3Dom list = configuration == null ? null : configuration.getChild("overlays");
        if (list != null) {
            for (Xpp3Dom overlay : list.getChildren("overlay")) {
                overlays.add(OverlayConfig.of(overlay));
            }
        }
        return overlays;
    }

    private @Nullable String text(String name) {
        Xpp3Dom child = configuration == null ? null : configuration.getChild(name);
        String value = child == null ? null : child.getValue();
        return value == null || value.isBlank() ? null : value.trim();
    }
}
