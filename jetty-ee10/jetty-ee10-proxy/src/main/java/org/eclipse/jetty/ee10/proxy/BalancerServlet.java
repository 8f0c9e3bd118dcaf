package org.eclipse.jetty.ee10.proxy;

import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpScheme;
import org.jspecify.annotations.Nullable;

/**
 * Passes requests on to several servers in turn.
 *
 * <p>Init parameters, beside those of {@link AbstractProxyServlet}:
 *
 * <ul>
 *   <li>{@code balancerMember.<name>.proxyTo}: the URI of a server, to which the paths of requests are appended
 *   <li>{@code stickySessions}: whether the requests of a session go to the server whose name its id ends with, after a dot
 *   <li>{@code proxyPassReverse}: whether {@code Location} and {@code Content-Location} of a server name this proxy instead
 * </ul>
 *
 * <p>The session id is that of the cookie {@code JSESSIONID}, or of the path parameter {@code jsessionid}. Thread-safe.
 */
public class BalancerServlet extends ProxyServlet {
    private static final long serialVersionUID = 1L;
    private static final String MEMBER_PREFIX = "balancerMember.";
    private static final String MEMBER_SUFFIX = ".proxyTo";
    private static final String SESSION_COOKIE = "jsessionid";
    private static final String SESSION_PARAMETER = ";jsessionid=";

    private final AtomicInteger turn = new AtomicInteger();
    private transient List<BalancerMember> members = List.of();
    private boolean stickySessions;
    private boolean proxyPassReverse;

    @Override
    public void init() throws ServletException {
        InitParameters parameters = new InitParameters(getServletConfig());
        stickySessions = parameters.flag("stickySessions");
        proxyPassReverse = parameters.flag("proxyPassReverse");
        members = members(parameters);
        // what fails before must not leave a client running
        super.init();
    }

    private List<BalancerMember> members(InitParameters parameters) throws UnavailableException {
        List<BalancerMember> found = new ArrayList<>();
        for (String name : Collections.list(getInitParameterNames())) {
            if (name.startsWith(MEMBER_PREFIX)
                    && name.endsWith(MEMBER_SUFFIX)
                    && name.length() > MEMBER_PREFIX.length() + MEMBER_SUFFIX.length()) {
                String member = name.substring(MEMBER_PREFIX.length(), name.length() - MEMBER_SUFFIX.length());
                found.add(new BalancerMember(member, uri(parameters, name)));
            } else if (name.startsWith(MEMBER_PREFIX)) {
                throw parameters.refused(name, getInitParameter(name), "a name balancerMember.<name>.proxyTo");
            }
        }
        if (found.isEmpty()) {
            throw parameters.refused("balancerMember.<name>.proxyTo", "", "at least one server");
        }
        found.sort((a, b) -> a.name().compareTo(b.name()));
        return List.copyOf(found);
    }

    private static URI uri(InitParameters parameters, String name) throws UnavailableException {
        String value = parameters.text(name);
        try {
            URI uri = URI.create(
                    value == null ? "" : value.endsWith("/") ? value.substring(0, value.length() - 1) : value);
            if ((HttpScheme.HTTP.is(uri.getScheme()) || HttpScheme.HTTPS.is(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getRawQuery() == null) {
                return uri;
            }
        } catch (IllegalArgumentException x) {
            // refused below
        }
        throw parameters.refused(name, value, "http or https, a host, and no query");
    }

    @Override
    protected String rewriteTarget(HttpServletRequest request) {
        String query = request.getQueryString();
        return choose(request).uri() + request.getRequestURI() + (query == null ? "" : "?" + query);
    }

    private BalancerMember choose(HttpServletRequest request) {
        if (stickySessions) {
            String route = routeOf(sessionIdOf(request));
            for (BalancerMember member : members) {
                if (member.name().equals(route)) {
                    return member;
                }
            }
        }
        return members.get(Math.floorMod(turn.getAndIncrement(), members.size()));
    }

    private static @Nullable String routeOf(@Nullable String sessionId) {
        if (sessionId == null) {
            return null;
        }
        int dot = sessionId.lastIndexOf('.');
        return dot < 0 ? null : sessionId.substring(dot + 1);
    }

    private static @Nullable String sessionIdOf(HttpServletRequest request) {
        String path = request.getRequestURI();
        int start = path.toLowerCase(Locale.ENGLISH).indexOf(SESSION_PARAMETER);
        if (start >= 0) {
            String rest = path.substring(start + SESSION_PARAMETER.length());
            return rest.split("[;/]", 2)[0];
        }
        Cookie[] cookies = request.getCookies();
        if (cookies != null) {
            for (Cookie cookie : cookies) {
                if (SESSION_COOKIE.equalsIgnoreCase(cookie.getName())) {
                    return cookie.getValue();
                }
            }
        }
        return null;
    }

    /** {@inheritDoc} A URI of a server in Location becomes that of this proxy, with {@code proxyPassReverse}. */
    @Override
    protected @Nullable String filterServerResponseHeader(
            HttpServletRequest request, Response serverResponse, String headerName, @Nullable String headerValue) {
        boolean location = HttpHeader.LOCATION.is(headerName) || HttpHeader.CONTENT_LOCATION.is(headerName);
        if (!proxyPassReverse || !location) {
            return headerValue;
        }
        for (BalancerMember member : members) {
            String rest = headerValue == null ? null : member.rest(headerValue);
            if (rest != null) {
                String root = request.getRequestURL()
                        .substring(
                                0,
                                request.getRequestURL().length()
                                        - request.getRequestURI().length());
                return root + (rest.startsWith("/") ? rest : "/" + rest);
            }
        }
        return headerValue;
    }

    /** Returns true: the servers are those of the init parameters. */
    @Override
    public boolean validateDestination(@Nullable String host, int port) {
        return true;
    }

    /**
     * A server.
     *
     * @param uri without a slash at its end
     */
    private record BalancerMember(String name, URI uri) {
        /** Returns what follows the URI of the server in another one; null if that is not one of the server. */
        @Nullable
        String rest(String location) {
            String text = uri.toString();
            if (!location.regionMatches(true, 0, text, 0, text.length())) {
                return null;
            }
            String rest = location.substring(text.length());
            boolean boundary = rest.isEmpty() || rest.startsWith("/") || rest.startsWith("?") || rest.startsWith("#");
            return boundary ? rest : null;
        }
    }
}
