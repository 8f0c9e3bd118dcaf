package org.eclipse.jetty.ee10.webapp;

import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.all;
import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.bool;
import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.required;
import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.text;

import jakarta.servlet.SessionTrackingMode;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.SessionHandler;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.xml.XmlParser.Node;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies what is about the context as a whole (Servlet section 14.4). Confined to the processing of one descriptor. */
final class ContextElements {
    private static final Logger LOG = LoggerFactory.getLogger(ContextElements.class);

    private final DescriptorMerge merge;
    private final WebAppContext context;
    private final Set<SessionTrackingMode> trackingModes = EnumSet.noneOf(SessionTrackingMode.class);

    ContextElements(DescriptorMerge merge) {
        this.merge = merge;
        this.context = merge.context();
    }

    /** Applies an element, if it is one of these. */
    boolean apply(Node node) {
        switch (node.getTag()) {
            case "display-name" -> {
                if (!merge.isFragment() && merge.sets("display-name", node, null, text(node))) {
                    context.setDisplayName(text(node));
                }
            }
            case "context-param" -> contextParam(node);
            case "session-config" -> sessionConfig(node);
            case "mime-mapping" -> mimeMapping(node);
            case "welcome-file-list" -> welcomeFileList(node);
            case "error-page" -> errorPage(node);
            case "locale-encoding-mapping-list" -> {
                for (Node mapping : all(node, "locale-encoding-mapping")) {
                    localeEncoding(mapping);
                }
            }
            case "request-character-encoding" -> {
                String old = context.getDefaultRequestCharacterEncoding();
                if (merge.sets("request-character-encoding", node, old, encoding(node))) {
                    context.setDefaultRequestCharacterEncoding(text(node));
                }
            }
            case "response-character-encoding" -> {
                String old = context.getDefaultResponseCharacterEncoding();
                if (merge.sets("response-character-encoding", node, old, encoding(node))) {
                    context.setDefaultResponseCharacterEncoding(text(node));
                }
            }
            case "default-context-path" -> defaultContextPath(node);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Applies what was collected from several elements. */
    void end() {
        SessionHandler sessions = context.getSessionHandler();
        if (!trackingModes.isEmpty() && sessions != null) {
            sessions.setSessionTrackingModes(trackingModes);
        }
    }

    private void contextParam(Node node) {
        String name = required(node, "param-name");
        String value = node.getString("param-value", false, true);
        String given = value == null ? "" : value;
        if (merge.sets("context-param." + name, node, context.getInitParameter(name), given)) {
            context.setInitParameter(name, given);
        }
    }

    private void defaultContextPath(Node node) {
        String path = text(node);
        if (!path.startsWith("/") || path.length() > 1 && path.endsWith("/")) {
            throw new DescriptorException(
                    node, "<default-context-path>: " + path + " (expected: starts with a slash, ends with none)");
        }
        if (context.isContextPathDefault() && merge.sets("default-context-path", node, null, path)) {
            context.setDefaultContextPath(path);
        }
    }

    private void mimeMapping(Node node) {
        String extension = required(node, "extension");
        if (extension.startsWith(".")) {
            extension = extension.substring(1);
        }
        // types and extensions are compared as they are kept: in lower case
        MimeTypes.Mutable types = context.getMimeTypes();
        String old = types.addMimeMapping(extension, required(node, "mime-type"));
        String type = types.getMimeForExtension(extension);
        if (!merge.sets("extension." + extension.toLowerCase(Locale.ENGLISH), node, old, type)) {
            types.addMimeMapping(extension, old);
        }
    }

    private void welcomeFileList(Node node) {
        Origin origin = merge.metaData().getOrigin("welcome-file-list");
        boolean replaces = origin == Origin.NotSet
                || origin == Origin.WebDefaults && !merge.isDefaults()
                || merge.isOverride() && origin != Origin.WebOverride;
        List<String> files = new ArrayList<>();
        if (!replaces && context.getWelcomeFiles() != null) {
            files.addAll(Arrays.asList(context.getWelcomeFiles()));
        }
        for (Node file : all(node, "welcome-file")) {
            if (!text(file).isEmpty()) {
                files.add(text(file));
            }
        }
        context.setWelcomeFiles(files.toArray(new String[0]));
        // fragments add to web.xml's list (section 8.2.3), so that its origin stays
        if (replaces) {
            merge.adds("welcome-file-list");
        }
    }

    private void errorPage(Node node) {
        String location = required(node, "location");
        if (!location.startsWith("/")) {
            throw new DescriptorException(node, "<location>: " + location + " (expected: a path after /)");
        }
        Node code = node.get("error-code");
        String exception = node.getString("exception-type", false, true);
        Node type = node.get("exception-type");
        if (!(context.getErrorHandler() instanceof ErrorPageErrorHandler pages)) {
            throw new DescriptorException(node, "<error-page> needs a " + ErrorPageErrorHandler.class.getName());
        }
        String what = exception;
        if (what == null) {
            what = code == null ? ErrorPageErrorHandler.GLOBAL_ERROR_PAGE : text(code);
        }
        if (code != null) {
            errorCode(code, exception);
        }
        if (!merge.sets("error-page." + what, node, pages.getErrorPages().get(what), location)) {
            return;
        }
        if (exception == null && code != null) {
            pages.addErrorPage(DescriptorMerge.integer(code), location);
        } else {
            pages.addErrorPage(what, location);
        }
        if (type != null && exception != null) {
            context.whenStarted(() -> checkException(type));
        }
    }

    /** Tells a class that nothing can throw, as its page would never be seen. */
    private void checkException(Node type) {
        try {
            if (Throwable.class.isAssignableFrom(context.loadClass(text(type)))) {
                return;
            }
            LOG.warn("{}: {} is thrown by nothing (expected: a class of exceptions)", type.getLocation(), text(type));
        } catch (ClassNotFoundException | LinkageError x) {
            LOG.warn(
                    "{}: there is no class {}: its error page is never shown (expected: a class of exceptions)",
                    type.getLocation(),
                    text(type));
            LOG.debug("the class of an error page", x);
        }
    }

    private static void errorCode(Node node, @Nullable String exception) {
        if (exception != null) {
            throw new DescriptorException(
                    node, "<error-code> and <exception-type> exclude each other in one <error-page>");
        }
        int code = DescriptorMerge.integer(node);
        if (code < 100 || code > 999) {
            throw new DescriptorException(node, "<error-code>: " + code + " (expected: a status of three digits)");
        }
    }

    /** Returns the name of an encoding, which would else fail each response that is written in it. */
    private static String encoding(Node node) {
        String name = text(node);
        try {
            if (Charset.isSupported(name)) {
                return name;
            }
        } catch (IllegalArgumentException x) {
            // told as one that this JVM does not have
        }
        throw new DescriptorException(
                node,
                "<" + node.getTag() + ">: " + name + " (expected: a character encoding of this JVM, such as UTF-8)");
    }

    private void localeEncoding(Node mapping) {
        String locale = required(mapping, "locale");
        String encoding = encoding(DescriptorMerge.child(mapping, "encoding"));
        if (merge.sets("locale-encoding." + locale, mapping, context.getLocaleEncoding(locale), encoding)) {
            context.addLocaleEncoding(locale, encoding);
        }
    }

    private void sessionConfig(Node node) {
        SessionHandler sessions = context.getSessionHandler();
        // an application without sessions has nothing to configure
        if (sessions == null) {
            return;
        }
        Node timeout = node.get("session-timeout");
        if (timeout != null) {
            long seconds = Math.min(DescriptorMerge.number(timeout) * 60L, Integer.MAX_VALUE);
            int interval = seconds <= 0 ? -1 : (int) seconds;
            if (merge.sets("session.timeout", timeout, sessions.getMaxInactiveInterval(), interval)) {
                sessions.setMaxInactiveInterval(interval);
            }
        }
        for (Node mode : all(node, "tracking-mode")) {
            trackingMode(mode);
        }
        Node cookie = node.get("cookie-config");
        if (cookie != null) {
            cookieConfig(sessions, cookie);
        }
    }

    private void trackingMode(Node node) {
        if (!merge.adds("session.tracking-mode")) {
            return;
        }
        try {
            trackingModes.add(SessionTrackingMode.valueOf(text(node).toUpperCase(Locale.ENGLISH)));
        } catch (IllegalArgumentException x) {
            throw new DescriptorException(
                    node,
                    "<tracking-mode>: " + text(node) + " (expected: one of "
                            + Arrays.toString(SessionTrackingMode.values()) + ")");
        }
    }

    private void cookieConfig(SessionHandler sessions, Node cookie) {
        String prefix = "cookie-config.";
        for (Object child : cookie) {
            if (!(child instanceof Node node)) {
                continue;
            }
            switch (node.getTag()) {
                case "name" -> {
                    if (merge.sets(prefix + "name", node, sessions.getSessionCookie(), text(node))) {
                        sessions.setSessionCookie(text(node));
                    }
                }
                case "domain" -> {
                    if (merge.sets(prefix + "domain", node, sessions.getSessionDomain(), text(node))) {
                        sessions.setSessionDomain(text(node));
                    }
                }
                case "path" -> {
                    if (merge.sets(prefix + "path", node, sessions.getSessionPath(), text(node))) {
                        sessions.setSessionPath(text(node));
                    }
                }
                case "comment" -> comment(sessions, node);
                case "http-only" -> {
                    if (merge.sets(prefix + "http-only", node, sessions.isHttpOnly(), bool(node))) {
                        sessions.setHttpOnly(bool(node));
                    }
                }
                case "secure" -> {
                    if (merge.sets(prefix + "secure", node, sessions.isSecureCookies(), bool(node))) {
                        sessions.setSecureCookies(bool(node));
                    }
                }
                case "max-age" -> {
                    int age = DescriptorMerge.integer(node);
                    if (merge.sets(prefix + "max-age", node, sessions.getMaxCookieAge(), age)) {
                        sessions.setMaxCookieAge(age);
                    }
                }
                case "attribute" -> {
                    String name = required(node, "attribute-name");
                    String value = node.getString("attribute-value", false, true);
                    String old = sessions.getSessionCookieAttribute(name);
                    if (merge.sets(prefix + "attribute." + name.toLowerCase(Locale.ENGLISH), node, old, value)) {
                        sessions.setSessionCookieAttribute(name, value);
                    }
                }
                default -> {
                    // nothing else is defined
                }
            }
        }
    }

    /** (6.0) a comment is accepted, and has no effect. */
    @SuppressWarnings({"deprecation", "removal"})
    private void comment(SessionHandler sessions, Node node) {
        String old = sessions.getSessionCookieConfig().getComment();
        if (merge.sets("cookie-config.comment", node, old, text(node))) {
            sessions.getSessionCookieConfig().setComment(text(node));
        }
    }
}
