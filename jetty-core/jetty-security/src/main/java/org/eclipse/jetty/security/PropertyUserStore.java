package org.eclipse.jetty.security;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.eclipse.jetty.security.internal.CertificateOnly;
import org.eclipse.jetty.security.internal.RealmLines;
import org.eclipse.jetty.util.Scanner;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Users of a properties file, with lines {@code user: password, role, role ...}.
 *
 * <p>The password may be plain, obfuscated or a digest, see {@link Credential}. The file is read again when it changes, if
 * that is wanted; one that cannot be read leaves the users as they were. A line that is wrong is told with its number; its user
 * cannot log in, and the others can. Thread-safe.
 */
public class PropertyUserStore extends UserStore {
    private static final Logger LOG = LoggerFactory.getLogger(PropertyUserStore.class);

    private @Nullable Resource config;
    private @Nullable Scanner scanner;
    private int reloadInterval;

    public @Nullable Resource getConfig() {
        return config;
    }

    /** @throws IllegalArgumentException if there is no such file */
    public void setConfig(@Nullable Resource resource) {
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
        Resource file = config;
        if (file == null) {
            throw new IllegalStateException("no users file");
        }
        UserStore read = new UserStore();
        for (RealmLines.Line line : RealmLines.read(file)) {
            try {
                addUser(read, line);
            } catch (IllegalArgumentException x) {
                LOG.error("{}:{}: {}: this user cannot log in", config, line.number(), x.getMessage());
            }
        }
        setUsers(read);
    }

    /** Adds the user of a line; what is wrong is told without the credential. */
    private void addUser(UserStore users, RealmLines.Line line) {
        if (line.key() == null) {
            throw new IllegalArgumentException("the line cannot be read (expected: \\\\u and four hexadecimal digits)");
        }
        String user = line.key().trim();
        // the later line counts, even if it is wrong
        if (users.getUserPrincipal(user) != null) {
            LOG.warn("{}:{}: user {} was there before: this line counts", config, line.number(), user);
            users.removeUser(user);
        }
        String[] parts = line.value().trim().split("\\s*,\\s*");
        if (parts.length == 0 || parts[0].isEmpty()) {
            LOG.info(
                    "{}:{}: user {} has no password and can log in by a client certificate only",
                    config,
                    line.number(),
                    user);
            String[] roles = parts.length == 0 ? parts : Arrays.copyOfRange(parts, 1, parts.length);
            users.addUser(user, new CertificateOnly(), roles);
            return;
        }
        Credential credential;
        try {
            credential = Credential.getCredential(parts[0]);
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException("user " + user + ": " + x.getMessage(), x);
        }
        users.addUser(user, credential, Arrays.copyOfRange(parts, 1, parts.length));
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        loadUsers();
        Path path = config == null ? null : config.getPath();
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
