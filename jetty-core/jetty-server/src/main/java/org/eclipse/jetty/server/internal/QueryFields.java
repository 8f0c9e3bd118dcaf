package org.eclipse.jetty.server.internal;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;
import org.jspecify.annotations.Nullable;

/** The parameters of a query. They are not kept: who asks more than once, as a servlet does, keeps them. */
public final class QueryFields {
    private QueryFields() {}

    /**
     * The parameters, as an object of the caller's own.
     *
     * @param query the encoded query; null for none
     * @param charset the charset; null for UTF-8
     * @param maxKeys the most parameters; negative for no limit
     * @throws BadMessageException (400) if the query cannot be decoded, or has more parameters than that
     */
    public static Fields of(@Nullable String query, @Nullable Charset charset, int maxKeys) {
        if (query == null || query.isEmpty()) {
            return Fields.EMPTY;
        }
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
