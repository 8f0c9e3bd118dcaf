package org.eclipse.jetty.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.eclipse.jetty.http.internal.AsciiTable;
import org.eclipse.jetty.http.internal.FieldLists;
import org.eclipse.jetty.http.internal.OptionalWhiteSpace;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * MIME types by file extension, and the charsets of types that name none.
 *
 * <p>An <em>inferred</em> charset is added to a content type that is sent without one; an <em>assumed</em> one is known to
 * both sides and not sent. The default tables are resources, read when they are first asked for. Thread-safe; a
 * {@link Mutable} as long as nobody changes it.
 */
public class MimeTypes {
    public static final String ISO_8859_1 = StandardCharsets.ISO_8859_1.name().toLowerCase(Locale.ENGLISH);
    public static final String UTF8 = StandardCharsets.UTF_8.name().toLowerCase(Locale.ENGLISH);
    public static final String UTF16 = StandardCharsets.UTF_16.name().toLowerCase(Locale.ENGLISH);

    private static final AsciiTable<Type> TYPES = new AsciiTable<>(64, false);

    static {
        for (Type type : Type.values()) {
            TYPES.put(type.string, type);
            if (type.charset != null && !type.charsetAssumed) {
                TYPES.put(type.string.replace(";", "; "), type);
            }
        }
    }

    /** The default tables. */
    public static final MimeTypes DEFAULTS = new MimeTypes(null) {
        @Override
        protected Tables tables() {
            return Defaults.TABLES;
        }
    };

    /** Types that are often sent, each with its field encoded. */
    public enum Type {
        FORM_ENCODED("application/x-www-form-urlencoded"),
        FORM_ENCODED_UTF_8("application/x-www-form-urlencoded", "utf-8", FORM_ENCODED),
        FORM_ENCODED_8859_1("application/x-www-form-urlencoded", "iso-8859-1", FORM_ENCODED),
        MESSAGE_HTTP("message/http"),
        MULTIPART_BYTERANGES("multipart/byteranges"),
        MULTIPART_FORM_DATA("multipart/form-data"),
        TEXT_HTML("text/html"),
        TEXT_HTML_8859_1("text/html", "iso-8859-1", TEXT_HTML),
        TEXT_HTML_UTF_8("text/html", "utf-8", TEXT_HTML),
        TEXT_PLAIN("text/plain"),
        TEXT_PLAIN_8859_1("text/plain", "iso-8859-1", TEXT_PLAIN),
        TEXT_PLAIN_UTF_8("text/plain", "utf-8", TEXT_PLAIN),
        TEXT_XML("text/xml"),
        TEXT_XML_8859_1("text/xml", "iso-8859-1", TEXT_XML),
        TEXT_XML_UTF_8("text/xml", "utf-8", TEXT_XML),
        TEXT_JSON("text/json", true),
        TEXT_JSON_8859_1("text/json", "iso-8859-1", TEXT_JSON),
        TEXT_JSON_UTF_8("text/json", "utf-8", TEXT_JSON),
        APPLICATION_JSON("application/json", true),
        APPLICATION_JSON_8859_1("application/json", "iso-8859-1", APPLICATION_JSON),
        APPLICATION_JSON_UTF_8("application/json", "utf-8", APPLICATION_JSON);

        private final String string;
        private final Type base;
        private final @Nullable Charset charset;
        private final boolean charsetAssumed;
        private final HttpField field;

        Type(String name) {
            this(name, false);
        }

        Type(String name, boolean utf8Assumed) {
            this.string = name;
            this.base = this;
            this.charset = utf8Assumed ? StandardCharsets.UTF_8 : null;
            this.charsetAssumed = utf8Assumed;
            this.field = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, string);
        }

        Type(String name, String charset, Type base) {
            this.string = name + ";charset=" + charset;
            this.base = base;
            this.charset = "utf-8".equals(charset) ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
            this.charsetAssumed = false;
            this.field = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, string);
        }

        /** The charset. */
        public @Nullable Charset getCharset() {
            return charset;
        }

        /** The charset's name in lower case. */
        public @Nullable String getCharsetString() {
            return charset == null ? null : charset == StandardCharsets.UTF_8 ? UTF8 : ISO_8859_1;
        }

        public boolean is(String type) {
            return string.equalsIgnoreCase(type);
        }

        public String asString() {
            return string;
        }

        @Override
        public String toString() {
            return string;
        }

        /** Whether the charset is known without being named. */
        public boolean isCharsetAssumed() {
            return charsetAssumed;
        }

        public HttpField getContentTypeField() {
            return field;
        }

        /** The field of this type with another charset. */
        public HttpField getContentTypeField(@Nullable Charset charset) {
            if (charset == null || charset.equals(this.charset)) {
                return field;
            }
            for (Type type : values()) {
                if (type.base == base && type != base && charset.equals(type.charset)) {
                    return type.field;
                }
            }
            return new HttpField(
                    HttpHeader.CONTENT_TYPE,
                    getBaseType().string + ";charset=" + charset.name().toLowerCase(Locale.ENGLISH));
        }

        /** The type without charset. */
        public Type getBaseType() {
            return base;
        }
    }

    /** The mappings; null values mean that a default is taken away. */
    protected static final class Tables {
        final Map<String, String> mimes = new HashMap<>();
        final Map<String, Charset> inferred = new HashMap<>();
        final Map<String, Charset> assumed = new HashMap<>();

        void putAll(Tables other) {
            mimes.putAll(other.mimes);
            inferred.putAll(other.inferred);
            assumed.putAll(other.assumed);
        }

        void clear() {
            mimes.clear();
            inferred.clear();
            assumed.clear();
        }
    }

    /** Read when first asked for: many servers never ask. */
    private static final class Defaults {
        static final Tables TABLES = new Tables();

        static {
            load("mime.properties", TABLES, true);
            load("encoding.properties", TABLES, false);
        }

        private static void load(String name, Tables tables, boolean mimes) {
            try (InputStream in = MimeTypes.class.getResourceAsStream(name)) {
                if (in == null) {
                    throw new IOException("missing resource " + name);
                }
                if (mimes) {
                    readMimes(in, tables);
                } else {
                    readEncodings(in, tables);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private final Tables tables;

    /** The default tables. */
    public MimeTypes() {
        this(DEFAULTS);
    }

    /** The tables of another one. */
    public MimeTypes(@Nullable MimeTypes defaults) {
        this.tables = defaults == null ? new Tables() : defaults.tables();
    }

    protected Tables tables() {
        return tables;
    }

    private static void readMimes(InputStream in, Tables tables) throws IOException {
        Properties properties = new Properties();
        properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        properties.forEach((extension, type) ->
                tables.mimes.put(FieldLists.lowerCase(extension.toString()), normalize(type.toString())));
    }

    /** A line gives a type and its charset; a "-" before the charset makes it an assumed one, "-" alone that it has none. */
    private static void readEncodings(InputStream in, Tables tables) throws IOException {
        Properties properties = new Properties();
        properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        properties.forEach((type, value) -> {
            String charset = value.toString().trim();
            if (charset.equals("-")) {
                tables.assumed.put(type.toString(), null);
            } else if (charset.startsWith("-")) {
                tables.assumed.put(type.toString(), Charset.forName(charset.substring(1)));
            } else {
                tables.inferred.put(type.toString(), Charset.forName(charset));
            }
        });
    }

    private static String normalize(String type) {
        Type known = TYPES.get(type);
        return known == null ? FieldLists.lowerCase(type) : known.string;
    }

    /** The type of a file name's extension, or null; the longest extension that is known decides. */
    public @Nullable String getMimeByExtension(@Nullable String filename) {
        if (filename == null) {
            return null;
        }
        int slash = filename.lastIndexOf('/');
        for (int dot = filename.indexOf('.', slash + 1); dot >= 0; dot = filename.indexOf('.', dot + 1)) {
            String type = getMimeForExtension(filename.substring(dot + 1));
            if (type != null) {
                return type;
            }
        }
        return tables().mimes.get("*");
    }

    /** The type of an extension without its dot. */
    public @Nullable String getMimeForExtension(String extension) {
        return tables().mimes.get(FieldLists.lowerCase(extension));
    }

    /** The charset that a content type names, infers or assumes. */
    public @Nullable Charset getCharset(@Nullable HttpField field)
            throws IllegalCharsetNameException, UnsupportedCharsetException {
        return field == null ? null : getCharset(field.getValue());
    }

    /** The charset that a content type names, infers or assumes. */
    public @Nullable Charset getCharset(@Nullable String contentType)
            throws IllegalCharsetNameException, UnsupportedCharsetException {
        if (contentType == null) {
            return null;
        }
        String named = getCharsetFromContentType(contentType);
        if (named != null) {
            return Charset.forName(named);
        }
        Charset assumed = getAssumedCharset(contentType);
        return assumed != null ? assumed : getInferredCharset(contentType);
    }

    /** The charset to add to a type. */
    public @Nullable Charset getInferredCharset(@Nullable String contentType) {
        return contentType == null ? null : tables().inferred.get(base(contentType));
    }

    /** The charset that a type has without naming it. */
    public @Nullable Charset getAssumedCharset(@Nullable String contentType) {
        return contentType == null ? null : tables().assumed.get(base(contentType));
    }

    /** Whether a type's charset, or that it has none, is known without naming it. */
    public boolean isCharsetAssumed(@Nullable String contentType) {
        return contentType != null && tables().assumed.containsKey(base(contentType));
    }

    public @Nullable String getInferredCharsetName(String contentType) {
        Charset charset = getInferredCharset(contentType);
        return charset == null ? null : FieldLists.lowerCase(charset.name());
    }

    public @Nullable String getAssumedCharsetName(String contentType) {
        Charset charset = getAssumedCharset(contentType);
        return charset == null ? null : FieldLists.lowerCase(charset.name());
    }

    public Map<String, String> getMimeMap() {
        return Collections.unmodifiableMap(tables().mimes);
    }

    private static String base(String contentType) {
        return FieldLists.lowerCase(getBase(contentType));
    }

    /** A content type without parameters. */
    @NullContract("!null -> !null")
    public static @Nullable String getBase(@Nullable String contentType) {
        return contentType == null ? null : HttpField.stripParameters(contentType);
    }

    /** The well-known type of a content type without its parameters. */
    public static @Nullable Type getBaseType(@Nullable String contentType) {
        if (contentType == null) {
            return null;
        }
        Type type = TYPES.get(contentType);
        if (type == null) {
            type = TYPES.get(getBase(contentType));
        }
        return type == null ? null : type.getBaseType();
    }

    /** The well-known type of a content type with its parameters. */
    public static @Nullable Type getMimeTypeFromContentType(@Nullable HttpField field) {
        if (field == null || field.getValue() == null) {
            return null;
        }
        Type type = TYPES.get(field.getValue());
        if (type != null) {
            return type;
        }
        Type base = getBaseType(field.getValue());
        if (base == null) {
            return null;
        }
        String charset = getCharsetFromContentType(field.getValue());
        if (charset == null) {
            return base;
        }
        return TYPES.get(base.string + ";charset=" + charset);
    }

    /** A content type's base. */
    public static @Nullable String getMimeTypeAsStringFromContentType(@Nullable HttpField field) {
        return field == null ? null : getBase(field.getValue());
    }

    /** The charset that a content type names. */
    public static @Nullable Charset getCharsetFromContentType(@Nullable HttpField field) {
        if (field == null) {
            return null;
        }
        String charset = getCharsetFromContentType(field.getValue());
        return charset == null ? null : Charset.forName(charset);
    }

    /** The name of the charset that a content type names, in lower case, or null (RFC 9110, section 8.3.2). */
    public static @Nullable String getCharsetFromContentType(@Nullable String value) {
        String charset = getCharsetAsWritten(value);
        return charset == null ? null : normalizeCharset(charset);
    }

    /** The name of the charset that a content type names, in the case that it has there, or null (RFC 9110, section 8.3.2). */
    public static @Nullable String getCharsetAsWritten(@Nullable String value) {
        if (value == null) {
            return null;
        }
        int from = charsetParameter(value);
        if (from < 0) {
            return null;
        }
        int to = FieldLists.end(value, from, ';');
        String charset = FieldLists.unquote(
                value.substring(value.indexOf('=', from) + 1, to).trim());
        return charset.isEmpty() ? null : charset;
    }

    /** The index of the name of a charset parameter, or -1. */
    private static int charsetParameter(String value) {
        for (int semicolon = FieldLists.end(value, 0, ';'); semicolon < value.length(); ) {
            int from = semicolon + 1;
            int to = FieldLists.end(value, from, ';');
            int name = OptionalWhiteSpace.skip(value, from, to);
            if (value.regionMatches(true, name, "charset", 0, 7)) {
                int equals = name + 7;
                while (equals < to && value.charAt(equals) == ' ') {
                    equals++;
                }
                if (equals < to && value.charAt(equals) == '=') {
                    return name;
                }
            }
            semicolon = to;
        }
        return -1;
    }

    /** A content type without its charset. */
    @NullContract("!null -> !null")
    public static @Nullable String getContentTypeWithoutCharset(@Nullable String value) {
        if (value == null) {
            return null;
        }
        int from = charsetParameter(value);
        if (from < 0) {
            return value;
        }
        int semicolon = value.lastIndexOf(';', from);
        int to = FieldLists.end(value, from, ';');
        return value.substring(0, semicolon).trim() + value.substring(to);
    }

    /** A charset's name in lower case; the well-known ones without making a String. */
    public static String normalizeCharset(String s) {
        if ("utf-8".equalsIgnoreCase(s) || "utf8".equalsIgnoreCase(s)) {
            return UTF8;
        }
        if ("iso-8859-1".equalsIgnoreCase(s) || "iso8859-1".equalsIgnoreCase(s)) {
            return ISO_8859_1;
        }
        if ("utf-16".equalsIgnoreCase(s) || "utf16".equalsIgnoreCase(s)) {
            return UTF16;
        }
        return FieldLists.lowerCase(s);
    }

    /** A charset's name in lower case. */
    public static String normalizeCharset(String s, int offset, int length) {
        return normalizeCharset(s.substring(offset, offset + length));
    }

    /** Tables that can be changed, which starts with a copy of others. Not thread-safe while it is changed. */
    public static class Mutable extends MimeTypes {
        private final Tables own = new Tables();

        public Mutable() {
            this(DEFAULTS);
        }

        public Mutable(@Nullable MimeTypes defaults) {
            super(null);
            if (defaults != null) {
                own.putAll(defaults.tables());
            }
        }

        @Override
        protected Tables tables() {
            return own;
        }

        public void clear() {
            own.clear();
        }

        /** Maps an extension to a type; gives the type that it had. */
        public @Nullable String addMimeMapping(String extension, @Nullable String type) {
            String key = FieldLists.lowerCase(
                    extension.startsWith(".") && extension.length() > 1 ? extension.substring(1) : extension);
            return type == null ? own.mimes.remove(key) : own.mimes.put(key, normalize(type));
        }

        /** Adds a charset to what is sent of a type; null takes it away. Gives the one that it had. */
        public @Nullable String addInferred(String contentType, @Nullable String encoding) {
            return set(own.inferred, contentType, encoding);
        }

        /** Says that a type has a charset without naming it; null that it has none. Gives the one that it had. */
        public @Nullable String addAssumed(String contentType, @Nullable String encoding) {
            return set(own.assumed, contentType, encoding);
        }

        private static @Nullable String set(Map<String, Charset> map, String contentType, @Nullable String encoding) {
            Charset old = map.put(base(contentType), encoding == null ? null : Charset.forName(encoding));
            return old == null ? null : FieldLists.lowerCase(old.name());
        }

        /** Replaces the types by those of a properties file. */
        public void setMimeTypes(Resource resource) throws UncheckedIOException {
            own.mimes.clear();
            addMimeTypes(resource);
        }

        /** Adds the types of a properties file: {@code extension=type}. */
        public void addMimeTypes(Resource resource) throws UncheckedIOException {
            try (InputStream in = resource.newInputStream()) {
                readMimes(in, own);
            } catch (IOException e) {
                throw new UncheckedIOException(resource + ": " + e.getMessage(), e);
            }
        }

        /** Replaces the charsets by those of a properties file. */
        public void setEncodings(Resource resource) throws UncheckedIOException {
            own.inferred.clear();
            own.assumed.clear();
            addEncodings(resource);
        }

        /** Adds the charsets of a properties file: {@code type=charset}, {@code type=-charset} for assumed ones. */
        public void addEncodings(Resource resource) throws UncheckedIOException {
            try (InputStream in = resource.newInputStream()) {
                readEncodings(in, own);
            } catch (IOException e) {
                throw new UncheckedIOException(resource + ": " + e.getMessage(), e);
            }
        }

        /** Replaces all by the tables of another one. */
        public void setFrom(MimeTypes mimeTypes) {
            own.clear();
            own.putAll(mimeTypes.tables());
        }

        /** Adds the tables of another one. */
        public void mergeFrom(MimeTypes mimeTypes) {
            own.putAll(mimeTypes.tables());
        }
    }

    /** Tables of its own before those of another one. Not thread-safe while it is changed. */
    public static class Wrapper extends Mutable {
        private @Nullable MimeTypes wrapped;

        public Wrapper() {
            super(null);
        }

        public @Nullable MimeTypes getWrapped() {
            return wrapped;
        }

        public void setWrapped(@Nullable MimeTypes wrapped) {
            this.wrapped = wrapped;
        }

        @Override
        public @Nullable String getMimeForExtension(String extension) {
            String type = super.getMimeForExtension(extension);
            return type != null || wrapped == null ? type : wrapped.getMimeForExtension(extension);
        }

        @Override
        public @Nullable String getMimeByExtension(@Nullable String filename) {
            String type = super.getMimeByExtension(filename);
            return type != null || wrapped == null ? type : wrapped.getMimeByExtension(filename);
        }

        @Override
        public @Nullable Charset getInferredCharset(@Nullable String contentType) {
            Charset charset = super.getInferredCharset(contentType);
            return charset != null || wrapped == null ? charset : wrapped.getInferredCharset(contentType);
        }

        @Override
        public @Nullable Charset getAssumedCharset(@Nullable String contentType) {
            Charset charset = super.getAssumedCharset(contentType);
            return charset != null || wrapped == null ? charset : wrapped.getAssumedCharset(contentType);
        }

        @Override
        public boolean isCharsetAssumed(@Nullable String contentType) {
            return super.isCharsetAssumed(contentType) || wrapped != null && wrapped.isCharsetAssumed(contentType);
        }

        @Override
        public Map<String, String> getMimeMap() {
            Map<String, String> all = new HashMap<>();
            if (wrapped != null) {
                all.putAll(wrapped.getMimeMap());
            }
            all.putAll(super.getMimeMap());
            return Collections.unmodifiableMap(all);
        }
    }
}
