package org.eclipse.jetty.util;

import java.net.URL;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** Loads by the context class loader, or else by that of the server. */
public class Loader {
    public Loader() {}

    public static URL getResource(String name) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        URL url = context == null ? null : context.getResource(name);
        return url == null ? Loader.class.getClassLoader().getResource(name) : url;
    }

    @SuppressWarnings("rawtypes") // the interface that callers know
    public static Class loadClass(String name) throws ClassNotFoundException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context == null) {
            return Class.forName(name);
        }
        try {
            return context.loadClass(name);
        } catch (ClassNotFoundException x) {
            return Class.forName(name);
        }
    }

    /** Loads by the loader of the class, when that is not the system class loader, and as {@link #loadClass(String)} else. */
    @SuppressWarnings("rawtypes") // the interface that callers know
    public static Class loadClass(@Nullable Class loaderClass, String name) throws ClassNotFoundException {
        ClassLoader loader = loaderClass == null ? null : loaderClass.getClassLoader();
        if (loader != null) {
            try {
                return loader.loadClass(name);
            } catch (ClassNotFoundException x) {
                return loadClass(name);
            }
        }
        return loadClass(name);
    }

    public static ResourceBundle getResourceBundle(String name, boolean checkParents, Locale locale)
            throws MissingResourceException {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null
                ? ResourceBundle.getBundle(name, locale)
                : ResourceBundle.getBundle(name, locale, context);
    }
}
