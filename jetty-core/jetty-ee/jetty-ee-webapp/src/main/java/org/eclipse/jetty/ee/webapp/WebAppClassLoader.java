package org.eclipse.jetty.ee.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.eclipse.jetty.util.ClassMatcher;
import org.eclipse.jetty.util.ClassVisibilityChecker;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the classes of a web application before those of the server, except protected ones, and never hidden ones
 * (Servlet section 10.7.2).
 *
 * <pre>
 * is the class ...            looked up in
 * protected, or parent first  server, application
 * anything else               application, server
 * </pre>
 *
 * What the server has but hides is not found; the same holds for resources, where a class name stands for a path. A file
 * that names service providers is not taken from the server when the application brings the type of the service itself:
 * the server's providers would be of another type. Thread-safe.
 */
public class WebAppClassLoader extends URLClassLoader implements ClassVisibilityChecker {
    private static final Logger LOG = LoggerFactory.getLogger(WebAppClassLoader.class);
    private static final String SERVICES = "META-INF/services/";
    private static final ThreadLocal<Boolean> SEES_HIDDEN = new ThreadLocal<>();

    static {
        registerAsParallelCapable();
    }

    private final Context context;
    private final ClassLoader parent;
    private final String id = Integer.toHexString(System.identityHashCode(this));
    private volatile @Nullable String name;

    /** What a web application tells its class loader. */
    public interface Context extends ClassVisibilityChecker {
        /** Returns the resource of a URL or path. */
        Resource newResource(String urlOrPath) throws IOException;

        /** Whether the server's classes come before the application's. */
        boolean isParentLoaderPriority();

        /** Returns what is on the class path besides the application's own classes and libraries. */
        @Nullable
        List<Resource> getExtraClasspath();

        ClassMatcher getHiddenClassMatcher();

        ClassMatcher getProtectedClassMatcher();

        @Override
        default boolean isHiddenClass(Class<?> clazz) {
            return getHiddenClassMatcher().match(clazz);
        }

        @Override
        default boolean isProtectedClass(Class<?> clazz) {
            return getProtectedClassMatcher().match(clazz);
        }

        default boolean isHiddenResource(String name, @Nullable URL url) {
            return getHiddenClassMatcher().match(name, url);
        }

        default boolean isProtectedResource(String name, @Nullable URL url) {
            return getProtectedClassMatcher().match(name, url);
        }

        default String[] getHiddenClasses() {
            return getHiddenClassMatcher().getPatterns();
        }

        default String[] getProtectedClasses() {
            return getProtectedClassMatcher().getPatterns();
        }
    }

    public WebAppClassLoader(Context context) {
        this(null, context);
    }

    /** @param parent the loader of the server's classes; null for the context class loader of this thread */
    public WebAppClassLoader(@Nullable ClassLoader parent, Context context) {
        super(new URL[0], parentOf(parent));
        this.parent = getParent();
        this.context = context;
        List<Resource> extra = context.getExtraClasspath();
        if (extra != null) {
            for (Resource resource : extra) {
                addClassPath(resource);
            }
        }
    }

    private static ClassLoader parentOf(@Nullable ClassLoader given) {
        if (given != null) {
            return given;
        }
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        if (loader == null) {
            loader = WebAppClassLoader.class.getClassLoader();
        }
        return loader == null ? ClassLoader.getSystemClassLoader() : loader;
    }

    /** Calls with hidden classes visible through every loader of this kind, for the server's own files of an application. */
    public static <T> T callWithHiddenClassAccess(Callable<T> task) throws Exception {
        Boolean before = SEES_HIDDEN.get();
        SEES_HIDDEN.set(Boolean.TRUE);
        try {
            return task.call();
        } finally {
            if (before == null) {
                SEES_HIDDEN.remove();
            } else {
                SEES_HIDDEN.set(before);
            }
        }
    }

    private static boolean hides() {
        return SEES_HIDDEN.get() == null;
    }

    @Override
    public @Nullable String getName() {
        return name;
    }

    public void setName(@Nullable String name) {
        this.name = name;
    }

    public Context getContext() {
        return context;
    }

    // class path

    /** Adds a directory, or an archive, or each of several. */
    public void addClassPath(Resource resource) {
        for (Resource part : resource) {
            URI uri = part.getURI();
            if (uri == null) {
                throw new IllegalArgumentException("Not for a class path: " + part + " (expected: a URI)");
            }
            // an archive that is mounted is read as the file that it is
            if ("jar".equals(uri.getScheme()) && uri.toString().endsWith("!/")) {
                uri = URIUtil.unwrapContainer(uri);
            }
            try {
                addURL(uri.toURL());
            } catch (MalformedURLException x) {
                throw new IllegalArgumentException("Not for a class path: " + part, x);
            }
        }
    }

    /** Adds paths or URLs that are separated by comma, semicolon or bar; {@code dir/*} means the archives in there. */
    public void addClassPath(@Nullable String classPathList) throws IOException {
        if (classPathList == null) {
            return;
        }
        try (ResourceFactory.Closeable resources = ResourceFactory.closeable()) {
            for (Resource resource : resources.split(classPathList)) {
                addClassPath(resource);
            }
        }
    }

    /** Adds the archives of a directory, by name. */
    public void addJars(@Nullable Resource lib) {
        if (lib == null || !lib.exists() || !lib.isDirectory()) {
            return;
        }
        List<Resource> jars = new ArrayList<>();
        for (Resource entry : lib.list()) {
            if (isArchive(entry)) {
                jars.add(entry);
            }
        }
        jars.sort((a, b) -> String.valueOf(a.getFileName()).compareTo(String.valueOf(b.getFileName())));
        for (Resource jar : jars) {
            addClassPath(jar);
        }
    }

    private static boolean isArchive(Resource entry) {
        String name = entry.getFileName();
        if (name == null || entry.isDirectory()) {
            return false;
        }
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".jar") || lower.endsWith(".zip");
    }

    // classes

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            if (found == null) {
                found = lookUp(name);
            }
            if (resolve) {
                resolveClass(found);
            }
            return found;
        }
    }

    private Class<?> lookUp(String name) throws ClassNotFoundException {
        Class<?> ofParent = null;
        if (context.isParentLoaderPriority() || isProtectedName(name)) {
            ofParent = loadVisible(name, false);
            if (ofParent != null) {
                return ofParent;
            }
            return findClass(name);
        }
        if (hasLocations(context.getProtectedClassMatcher())) {
            ofParent = loadVisible(name, true);
            if (ofParent != null && context.isProtectedClass(ofParent)) {
                return ofParent;
            }
        }
        try {
            return findClass(name);
        } catch (ClassNotFoundException x) {
            ofParent = loadVisible(name, false);
            if (ofParent != null) {
                return ofParent;
            }
            throw x;
        }
    }

    private boolean isProtectedName(String name) {
        // what no application can define anyway needs no matcher
        return name.startsWith("java.") || context.getProtectedClassMatcher().match(name);
    }

    private static boolean hasLocations(ClassMatcher matcher) {
        for (String pattern : matcher) {
            if (pattern.indexOf(':') > 0) {
                return true;
            }
        }
        return false;
    }

    /** The class of the server, unless it has none or hides it. */
    private @Nullable Class<?> loadVisible(String name, boolean evenHidden) {
        try {
            Class<?> found = parent.loadClass(name);
            if (evenHidden || !hides() || !context.isHiddenClass(found)) {
                return found;
            }
            LOG.debug("{} is hidden from {}", name, this);
            return null;
        } catch (ClassNotFoundException x) {
            return null;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            return super.findClass(name);
        } catch (SecurityException x) {
            throw new ClassNotFoundException(name + " cannot be defined by a web application: " + x.getMessage(), x);
        } catch (IllegalStateException x) {
            throw new ClassNotFoundException(name + " is not loaded any more: " + this + " is closed", x);
        }
    }

    /** Whether a class of that name was loaded from the application. */
    boolean hasDefined(String name) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null && loaded.getClassLoader() == this;
    }

    // resources

    @Override
    public @Nullable URL getResource(String name) {
        boolean parentFirst = isParentFirst(name);
        URL found = parentFirst ? ofParent(name) : findResource(name);
        if (found == null) {
            found = parentFirst ? findResource(name) : ofParent(name);
        }
        return found;
    }

    private boolean isParentFirst(String name) {
        if (context.isParentLoaderPriority()) {
            return true;
        }
        return name.endsWith(".class") && context.isProtectedResource(name, null);
    }

    private @Nullable URL ofParent(String name) {
        URL first = parent.getResource(name);
        if (first == null || isVisible(name, first)) {
            return first;
        }
        // one of the server may lie before one that the application may see
        List<URL> visible = allOfParent(name);
        return visible.isEmpty() ? null : visible.get(0);
    }

    private List<URL> allOfParent(String name) {
        try {
            return visibleOfParent(name);
        } catch (IOException x) {
            LOG.debug("no resource {} of {}", name, parent, x);
            return List.of();
        }
    }

    private List<URL> visibleOfParent(String name) throws IOException {
        List<URL> visible = new ArrayList<>();
        for (Enumeration<URL> urls = parent.getResources(name); urls.hasMoreElements(); ) {
            URL url = urls.nextElement();
            if (isVisible(name, url)) {
                visible.add(url);
            }
        }
        return visible;
    }

    private boolean isVisible(String name, URL url) {
        // what the server's own files make of the application's classes looks for services of these, too
        if (name.startsWith(SERVICES) && bringsService(name.substring(SERVICES.length()))) {
            return false;
        }
        return !hides() || !context.isHiddenResource(name, url);
    }

    private boolean bringsService(String type) {
        return !type.isEmpty()
                && !context.isParentLoaderPriority()
                && !isProtectedName(type)
                && findResource(type.replace('.', '/') + ".class") != null;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> own = Collections.list(findResources(name));
        List<URL> ofParent = visibleOfParent(name);
        boolean parentFirst = isParentFirst(name);
        List<URL> all = parentFirst ? ofParent : own;
        all.addAll(parentFirst ? own : ofParent);
        return Collections.enumeration(all);
    }

    // the end

    /** Closes the libraries, deregisters the JDBC drivers of the application, and tells what the application has left behind. */
    @Override
    public void close() throws IOException {
        Leftovers.tell(this, deregisterDrivers());
        super.close();
    }

    private List<String> deregisterDrivers() {
        // one that nobody of the application has asked for has got no driver of it
        if (findLoadedClass("java.sql.DriverManager") == null) {
            return List.of();
        }
        try (InputStream in = DriverRemover.class.getResourceAsStream(DriverRemover.class.getSimpleName() + ".class")) {
            byte[] code = in.readAllBytes();
            Class<?> remover = defineClass(DriverRemover.class.getName(), code, 0, code.length);
            Object removed = ((Callable<?>) remover.getConstructor().newInstance()).call();
            List<String> names = new ArrayList<>();
            for (Object driver : (List<?>) removed) {
                names.add(String.valueOf(driver));
            }
            return names;
        } catch (Exception | LinkageError x) {
            LOG.warn("Could not deregister the JDBC drivers of {}", this, x);
            return List.of();
        }
    }

    // visibility

    @Override
    public boolean isProtectedClass(Class<?> clazz) {
        return context.isProtectedClass(clazz);
    }

    @Override
    public boolean isHiddenClass(Class<?> clazz) {
        return context.isHiddenClass(clazz);
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "{" + name + "}@" + id;
    }
}
