package org.eclipse.jetty.ee10.servlet;

import java.nio.charset.Charset;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.jspecify.annotations.Nullable;

/**
 * The content types that the applications of a context set, parsed once. A bounded number of them is remembered, as an
 * application may make up any number. Thread-safe.
 */
final class ContentTypes {
    private static final int MAX_SIZE = 256;

    private final MimeTypes mimeTypes;
    private final ConcurrentHashMap<String, Known> known = new ConcurrentHashMap<>();

    ContentTypes(MimeTypes mimeTypes) {
        this.mimeTypes = mimeTypes;
    }

    /** What is known of a content type. */
    Known of(String contentType) {
        Known found = known.get(contentType);
        if (found != null) {
            return found;
        }
        Known made = new Known(contentType, mimeTypes);
        if (known.size() < MAX_SIZE) {
            known.put(contentType, made);
        }
        return made;
    }

    /** The name of an encoding: the usual ones in lower case, as those that are inferred, others as they were given. */
    static @Nullable String nameOf(@Nullable String charset) {
        String lower = charset == null ? null : MimeTypes.normalizeCharset(charset);
        return MimeTypes.UTF8.equals(lower) || MimeTypes.ISO_8859_1.equals(lower) ? lower : charset;
    }

    /** A content type, and what it says of the encoding. Thread-safe. */
    static final class Known {
        /** The charset that it names; null for none. */
        final @Nullable String charset;
        /** The charset that the type has without saying so; null for none. */
        final @Nullable String inferred;
        /** Whether the type has its charset by definition, which the field does not name. */
        final boolean assumed;

        final HttpField field;
        private final String base;
        private volatile @Nullable Encoded last;

        private record Encoded(String encoding, HttpField field) {}

        private Known(String contentType, MimeTypes mimeTypes) {
            charset = nameOf(MimeTypes.getCharsetAsWritten(contentType));
            base = MimeTypes.getContentTypeWithoutCharset(contentType);
            // an empty charset names none, and is no parameter (RFC 9110, section 5.6.6)
            field = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, charset == null ? base : contentType);
            Charset byDefinition = mimeTypes.getAssumedCharset(base);
            assumed = byDefinition != null;
            Charset implied = assumed ? byDefinition : mimeTypes.getInferredCharset(base);
            inferred = implied == null ? null : implied.name().toLowerCase(Locale.ENGLISH);
        }

        /** The content type without its charset. */
        String getBase() {
            return base;
        }

        /** The field of this type, which names no charset, with one. */
        HttpField with(String encoding) {
            Encoded current = last;
            if (current == null || !current.encoding.equals(encoding)) {
                current = new Encoded(
                        encoding, new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, base + ";charset=" + encoding));
                last = current;
            }
            return current.field;
        }
    }
}
