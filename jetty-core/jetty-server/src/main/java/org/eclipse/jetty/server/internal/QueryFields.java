package org.eclipse.jetty.server.internal;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;

/** The parameters of a query. They are not kept: who asks more than once, as a servlet does, keeps them. */
public final class QueryFields {
    private QueryFields() {}

    /**
     * The parameters, as an object of the caller's own; a null charset is UTF-8.
     *
     * @throws BadMessageException (400) if the query cannot be decoded, or has more parameters than {@link HttpConfiguration#getMaxQueryKeys()}
     */
    public static Fields of(Request request, Charset charset) {
        String query = request.getHttpURI().getQuery();
        if (query == null || query.isEmpty()) {
            return Fields.EMPTY;
        }
        int maxKeys = request.getConnectionMetaData().getHttpConfiguration().getMaxQueryKeys();
        Parameters fields = new Parameters();
        try {
            UrlEncoded.decodeTo(query, fields, charset == null ? StandardCharsets.UTF_8 : charset, maxKeys);
        } catch (IllegalStateException x) {
            throw new BadMessageException(
                    HttpStatus.BAD_REQUEST_400, "URI query with more than " + maxKeys + " parameters", x);
        } catch (RuntimeException x) {
            throw new BadMessageException(HttpStatus.BAD_REQUEST_400, "Unable to parse URI query", x);
        }
        return fields;
    }

    /** Takes what is decoded itself. */
    private static final class Parameters extends Fields implements BiConsumer<String, String> {
        private Parameters() {
            super(true);
        }

        @Override
        public void accept(String name, String value) {
            add(name, value);
        }
    }
}
