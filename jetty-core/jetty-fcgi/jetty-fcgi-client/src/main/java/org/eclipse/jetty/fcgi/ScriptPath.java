package org.eclipse.jetty.fcgi;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * The script that a path names (RFC 3875, sections 4.1.5 and 4.1.13). Immutable.
 *
 * @param root the folder of scripts, as the application sees it
 * @param name the path of the script below the root, decoded
 * @param pathInfo the path that follows that of the script, decoded
 */
public record ScriptPath(String root, String name, @Nullable String pathInfo) {
    /** Scripts whose names end with {@code .php}, and what follows them. */
    public static final Pattern PHP = Pattern.compile("(.+?\\.php)(/.*)?");

    /**
     * Returns the script of a path.
     *
     * <p>Where the root is a folder of this machine, the script must be a file below it; symbolic links are followed. So the application never
     * looks for a shorter path that it might execute instead, such as an image that was uploaded.
     *
     * @param root the folder of scripts
     * @param path as it came, percent-encoded
     * @param pattern matches a decoded path; its first group is the name of the script, its second, if any, the path info
     * @return null if there is no such script, or none that is safe to ask for
     */
    public static @Nullable ScriptPath of(String root, @Nullable String path, Pattern pattern) {
        String decoded = decode(path);
        if (decoded == null || !isSafe(decoded)) {
            return null;
        }
        Matcher matcher = pattern.matcher(decoded);
        if (!matcher.matches() || matcher.groupCount() < 1 || matcher.group(1) == null) {
            return null;
        }
        String pathInfo = matcher.groupCount() > 1 ? matcher.group(2) : null;
        String folder = root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
        ScriptPath script = new ScriptPath(folder, matcher.group(1), pathInfo);
        return Files.isDirectory(Path.of(root)) && !Files.isRegularFile(Path.of(script.file())) ? null : script;
    }

    private static @Nullable String decode(@Nullable String path) {
        try {
            // path parameters name nothing
            return path == null ? null : URIUtil.decodePath(path);
        } catch (IllegalArgumentException x) {
            return null;
        }
    }

    private static boolean isSafe(String path) {
        if (!path.startsWith("/") || path.indexOf('\\') >= 0) {
            return false;
        }
        for (int i = 0; i < path.length(); i++) {
            if (path.charAt(i) < ' ' || path.charAt(i) == 0x7f) {
                return false;
            }
        }
        for (String segment : path.split("/", -1)) {
            if (segment.equals("..") || segment.equals(".")) {
                return false;
            }
        }
        return true;
    }

    /** Returns the path of the script, as the application sees it. */
    public String file() {
        return root + name;
    }

    /** Adds the variables that name the script. */
    public void addTo(HttpFields.Mutable variables) {
        variables.put(FCGI.Headers.DOCUMENT_ROOT, root);
        variables.put(FCGI.Headers.SCRIPT_NAME, name);
        variables.put(FCGI.Headers.SCRIPT_FILENAME, file());
        if (pathInfo != null && !pathInfo.isEmpty()) {
            variables.put(FCGI.Headers.PATH_INFO, pathInfo);
        }
    }
}
