package org.eclipse.jetty.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.eclipse.jetty.util.Scanner;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.security.Credential;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Users of a properties file, with lines {@code user: password, role, role ...}.
 *
 * <p>The password may be plain, obfuscated or a digest, see {@link Credential}. The file is read again when it changes, if
 * that is wanted; a file that is wrong leaves the users as they were. Thread-safe.
 */
public class PropertyUserStore extends UserStore {
    private static final Logger LOG = LoggerFactory.getLogger(PropertyUserStore.class);

    private Resource config;
    private Scanner scanner;
    private int reloadInterval;

    public Resource getConfig() {
        return config;
    }

    public void setConfig(Resource resource) {
        if (resource == null || !resource.exists()) {
            throw new IllegalArgumentException("users file does not exist: " + resource);
        }
        config = resource;
    }

    /** Whether the file is read again when it changes. */
    public boolean isHotReload() {
        return reloadInterval > 0;
    }

    /** Has the file looked at every second, or never. */
    public void setHotReload(boolean hot) {
        reloadInterval = hot ? Math.max(1, reloadInterval) : 0;
    }

    /** Sets the seconds between two looks at the file; 0 for none. */
    public void setReloadInterval(int seconds) {
        reloadInterval = seconds;
    }

    public int getReloadInterval() {
        return reloadInterval;
    }

    /** Reads the file. */
    protected void loadUsers() throws IOException {
        Properties properties = new Properties();
        try (InputStream input = config.newInputStream()) {
            properties.load(input);
        }
        UserStore read = new UserStore();
        for (String name : properties.stringPropertyNames()) {
            String[] parts = properties.getProperty(name).trim().split("\\s*,\\s*");
            String[] roles = new String[parts.length - 1];
            System.arraycopy(parts, 1, roles, 0, roles.length);
            read.addUser(name.trim(), credential(name, parts[0]), roles);
        }
        setUsers(read);
    }

    /** Returns a credential; what is wrong with it is told with file and user, and without the credential. */
    private Credential credential(String user, String text) {
        try {
            return Credential.getCredential(text);
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(config + ": user " + user + ": " + x.getMessage(), x);
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        if (config == null) {
            throw new IllegalStateException("no users file");
        }
        loadUsers();
        Path path = config.getPath();
        if (reloadInterval > 0 && path != null) {
            scanner = new Scanner(null, false);
            scanner.addFile(path);
            scanner.setScanInterval(reloadInterval);
            scanner.setReportExistingFilesOnStartup(false);
            scanner.addListener(new Scanner.BulkListener() {
                @Override
                public void pathsChanged(Map<Path, Scanner.Notification> changes) {
                    reload();
                }
            });
            scanner.start();
        }
    }

    private void reload() {
        try {
            loadUsers();
        } catch (IOException | RuntimeException x) {
            LOG.warn("could not read the users file {}: the users stay as they were", config, x);
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        if (scanner != null) {
            scanner.stop();
            scanner = null;
        }
    }
}
