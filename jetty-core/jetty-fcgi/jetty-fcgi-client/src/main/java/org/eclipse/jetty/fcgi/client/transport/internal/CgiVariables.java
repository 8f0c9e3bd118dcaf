package org.eclipse.jetty.fcgi.client.transport.internal;

import java.util.EnumSet;
import java.util.Locale;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.fcgi.FCGI;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/** The variables of a request, and of its fields (RFC 3875, section 4.1). */
final class CgiVariables {
    /** Fields about the connection, and those with variables of their own. */
    private static final EnumSet<HttpHeader> LEFT_OUT = EnumSet.of(
            HttpHeader.CONNECTION,
            HttpHeader.CONTENT_LENGTH,
            HttpHeader.CONTENT_TYPE,
            HttpHeader.EXPECT,
            HttpHeader.KEEP_ALIVE,
            HttpHeader.PROXY_AUTHORIZATION,
            HttpHeader.PROXY_CONNECTION,
            HttpHeader.TE,
            HttpHeader.TRANSFER_ENCODING,
            HttpHeader.UPGRADE);

    private CgiVariables() {}

    /** @param length of the content; 0 for none */
    static HttpFields.Mutable of(Request request, long length) {
        HttpFields.Mutable variables = HttpFields.build();
        String query = request.getQuery();
        variables.put(FCGI.Headers.GATEWAY_INTERFACE, "CGI/1.1");
        variables.put(FCGI.Headers.SERVER_SOFTWARE, "Jetty");
        variables.put(FCGI.Headers.SERVER_PROTOCOL, "HTTP/1.1");
        variables.put(FCGI.Headers.SERVER_NAME, request.getHost());
        variables.put(FCGI.Headers.SERVER_PORT, Integer.toString(request.getPort()));
        variables.put(FCGI.Headers.REQUEST_METHOD, request.getMethod());
        variables.put(FCGI.Headers.REQUEST_URI, query == null ? request.getPath() : request.getPath() + "?" + query);
        variables.put(FCGI.Headers.QUERY_STRING, query == null ? "" : query);
        if (length > 0 || request.getBody() != null) {
            variables.put(FCGI.Headers.CONTENT_LENGTH, Long.toString(length));
        }
        String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        if (type != null) {
            variables.put(FCGI.Headers.CONTENT_TYPE, type);
        }
        for (HttpField field : request.getHeaders()) {
            if (isPassed(field)) {
                addField(variables, field);
            }
        }
        return variables;
    }

    /**
     * Whether a field becomes a variable. {@code Proxy} never does: libraries take HTTP_PROXY for a setting. Nor does a name with other
     * characters than letters, digits and hyphens: its variable might be that of another field.
     */
    private static boolean isPassed(HttpField field) {
        if (field.getHeader() != null && LEFT_OUT.contains(field.getHeader())
                || field.getName().equalsIgnoreCase("Proxy")) {
            return false;
        }
        String name = field.getName();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-')) {
                return false;
            }
        }
        return true;
    }

    /** Values of fields of the same name are joined as lists are (RFC 9110, section 5.3); cookies by a semicolon. */
    private static void addField(HttpFields.Mutable variables, HttpField field) {
        String name = "HTTP_" + field.getName().toUpperCase(Locale.ENGLISH).replace('-', '_');
        String value = field.getValue() == null ? "" : field.getValue();
        String before = variables.get(name);
        String separator = field.getHeader() == HttpHeader.COOKIE ? "; " : ", ";
        variables.put(name, before == null ? value : before + separator + value);
    }
}
