package org.eclipse.jetty.start.change;

import org.jspecify.annotations.Nullable;

/**
 * An artifact in a Maven repository: {@code maven://group/artifact/version[/type[/classifier]]}.
 *
 * @param group the group id, with dots
 * @param artifact the artifact id
 * @param version the version
 * @param type the file type, {@code jar} unless given
 * @param classifier the classifier, or null
 */
record MavenCoordinates(
        String group,
        String artifact,
        String version,
        String type,
        @Nullable String classifier) {
    static MavenCoordinates parse(String uri) {
        String[] parts = uri.substring("maven://".length()).split("/", -1);
        boolean valid = parts.length >= 3 && parts.length <= 5;
        for (String part : parts) {
            if (part.isEmpty() || part.equals("..") || part.contains("${")) {
                valid = false;
            }
        }
        if (!valid) {
            throw new IllegalArgumentException(
                    "Not a Maven artifact (expected: maven://group/artifact/version[/type[/classifier]]): " + uri);
        }
        return new MavenCoordinates(
                parts[0], parts[1], parts[2], parts.length > 3 ? parts[3] : "jar", parts.length > 4 ? parts[4] : null);
    }

    boolean isSnapshot() {
        return version.endsWith("-SNAPSHOT");
    }

    String fileName() {
        return fileName(version);
    }

    private String fileName(String fileVersion) {
        return artifact + "-" + fileVersion + (classifier == null ? "" : "-" + classifier) + "." + type;
    }

    private String directory() {
        return group.replace('.', '/') + "/" + artifact + "/" + version + "/";
    }

    /** The file, relative to a repository. */
    String path() {
        return directory() + fileName();
    }

    /** The file that tells the latest build of a snapshot, relative to a repository. */
    String metadataPath() {
        return directory() + "maven-metadata.xml";
    }

    /** The file of the build that {@code maven-metadata.xml} names, relative to a repository. */
    String resolveSnapshot(String metadata) {
        String timestamp = element(metadata, "timestamp");
        String buildNumber = element(metadata, "buildNumber");
        if (timestamp == null || buildNumber == null) {
            throw new IllegalArgumentException("No snapshot build of " + path() + " in maven-metadata.xml");
        }
        String base = version.substring(0, version.length() - "SNAPSHOT".length());
        return directory() + fileName(base + timestamp + "-" + buildNumber);
    }

    private static @Nullable String element(String xml, String name) {
        int start = xml.indexOf("<" + name + ">");
        int end = xml.indexOf("</" + name + ">");
        return start < 0 || end < start
                ? null
                : xml.substring(start + name.length() + 2, end).trim();
    }
}
