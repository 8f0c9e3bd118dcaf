package org.eclipse.jetty.util;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.slf4j.LoggerFactory;

/** The version of this software. */
public class Jetty {
    public static final String VERSION;
    public static final String POWERED_BY;
    public static final boolean STABLE;
    public static final String GIT_HASH;
    public static final String BUILD_TIMESTAMP;

    static {
        Properties build = new Properties();
        try (InputStream in = Jetty.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                build.load(in);
            }
        } catch (IOException x) {
            LoggerFactory.getLogger(Jetty.class).warn("Unable to read the version", x);
        }
        VERSION = System.getProperty("jetty.version", build.getProperty("version", "1.0.0-SNAPSHOT"));
        GIT_HASH = build.getProperty("commit", "unknown");
        BUILD_TIMESTAMP = build.getProperty("timestamp", "unknown");
        STABLE = !VERSION.contains("SNAPSHOT") && !VERSION.contains("alpha") && !VERSION.contains("beta");
        POWERED_BY = "Powered by Jetty:// " + VERSION;
    }

    private Jetty() {}
}
