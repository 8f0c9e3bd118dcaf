package org.eclipse.jetty.security.internal;

import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;
import org.jspecify.annotations.Nullable;

/** Converts the parts of a request that is repeated after a login to strings, and back. */
public final class SavedForms {
    private SavedForms() {}

    /**
     * The form of a request, encoded.
     *
     * @param maxBytes the most bytes of the form
     * @return null if the request has no form
     * @throws BadMessageException if the form is too large (413) or cannot be read (400)
     */
    public static @Nullable String encode(Request request, int maxBytes) {
        String type = request.getHeaders().get(HttpHeader.CONTENT_TYPE);
        if (!HttpMethod.POST.is(request.getMethod())
                || type == null
                || !MimeTypes.Type.FORM_ENCODED.is(MimeTypes.getBase(type))) {
            return null;
        }
        boolean read = FormFields.get(request) != null;
        Fields form = FormFields.getFields(request, FormFields.MAX_FIELDS_DEFAULT, maxBytes);
        String encoded = UrlEncoded.encode(form.toMultiMap(), StandardCharsets.UTF_8, true);
        if (read && maxBytes >= 0 && encoded.length() > maxBytes) {
            throw new BadMessageException(
                    HttpStatus.PAYLOAD_TOO_LARGE_413, "Form is larger than max length " + maxBytes);
        }
        return encoded;
    }

    /**
     * The request with a saved method and form.
     *
     * @param method the saved method; null for that of the request
     * @param form the encoded form, if there is one
     */
    public static Request restore(Request request, @Nullable String method, @Nullable String form) {
        if (form != null) {
            Fields fields = new Fields(true);
            UrlEncoded.decodeUtf8To(form, fields);
            FormFields.setFields(request, fields);
        }
        if (method == null || method.equals(request.getMethod())) {
            return request;
        }
        return new Request.Wrapper(request) {
            @Override
            public String getMethod() {
                return method;
            }
        };
    }

    /**
     * Without scheme and host: the client may know the server by others, as through a proxy that ends TLS. A path that
     * begins with two slashes keeps them, as it would be taken for another host (RFC 3986, section 4.2).
     */
    public static String withoutAuthority(String uri) {
        String path = HttpURI.from(uri).getPathQuery();
        return path == null || path.startsWith("//") ? uri : path;
    }

    /** Whether a request that may change something comes from a page of another site, as far as the browser says so. */
    public static boolean isOfAnotherSite(Request request) {
        if (HttpMethod.GET.is(request.getMethod())) {
            return false;
        }
        String site = request.getHeaders().get("Sec-Fetch-Site");
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        if (origin == null) {
            return false;
        }
        return !origin.equalsIgnoreCase(OwnOrigin.find(request));
    }
}
