package org.eclipse.jetty.tests.maven;

/** The environments, and the API of servlets of each. */
enum Environment {
    EE8("javax.servlet", "javax.servlet:javax.servlet-api", "4.0.1"),
    EE9("jakarta.servlet", "jakarta.servlet:jakarta.servlet-api", "5.0.0"),
    EE10("jakarta.servlet", "jakarta.servlet:jakarta.servlet-api", "6.0.0"),
    EE11("jakarta.servlet", "jakarta.servlet:jakarta.servlet-api", "6.1.0");

    private final String namespace;
    private final String api;
    private final String version;

    Environment(String namespace, String api, String version) {
        this.namespace = namespace;
        this.api = api;
        this.version = version;
    }

    String namespace() {
        return namespace;
    }

    /** The coordinates of the plugin that runs applications. */
    String plugin() {
        return plugin("");
    }

    /** Those of the plugin that compiles pages. */
    String jspcPlugin() {
        return plugin("jspc-");
    }

    private String plugin(String kind) {
        String ee = name().toLowerCase(java.util.Locale.ROOT);
        return """
            <groupId>org.eclipse.jetty.%1$s</groupId>
            <artifactId>jetty-%1$s-%2$smaven-plugin</artifactId>
            <version>%3$s</version>
            """.formatted(ee, kind, System.getProperty("tests.version"));
    }

    String dependency() {
        String[] parts = api.split(":");
        return """
            <dependency>
              <groupId>%s</groupId>
              <artifactId>%s</artifactId>
              <version>%s</version>
              <scope>provided</scope>
            </dependency>
            """.formatted(parts[0], parts[1], version);
    }
}
