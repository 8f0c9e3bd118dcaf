package org.eclipse.jetty.rewrite.handler;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the path to that of a file that is encoded as the client accepts it (RFC 9110, section 12.5.3), such as {@code /a.html.gz} for
 * {@code /a.html}.
 *
 * <p>The codings of the client are tried by their quality. The response has {@code Content-Encoding} and the type of the file that is not encoded,
 * and {@code Vary} in any case. Paths of directories are left. The rule is for a {@link RewriteHandler} within a context, whose files it
 * looks for; elsewhere it finds none.
 */
public class RewriteEncodingRule extends Rule {
    private final BiFunction<Context, String, @Nullable Resource> resources;
    private final List<Encoding> encodings;

    /**
     * A coding, and how the names of files end that are encoded so.
     *
     * @param encoding the name in Accept-Encoding
     * @param extension with its dot
     * @param contentEncodingField the field of responses
     */
    public record Encoding(String encoding, String extension, HttpField contentEncodingField) {
        public static Encoding of(String encoding, String extension) {
            return new Encoding(encoding, extension, new HttpField(HttpHeader.CONTENT_ENCODING, encoding));
        }
    }

    /** Creates a rule for {@code br}, {@code zstd} and {@code gzip}. */
    public RewriteEncodingRule() {
        this(RewriteEncodingRule::getResource);
    }

    /** @param resources returns the file of a path in a context; null if there is none */
    public RewriteEncodingRule(BiFunction<Context, String, @Nullable Resource> resources) {
        this(resources, "br", ".br", "zstd", ".zst", "gzip", ".gz");
    }

    /**
     * @param resources returns the file of a path in a context; null if there is none
     * @param encodingsAndExtensions codings, each followed by its extension; for {@code *}, the preferred first
     */
    public RewriteEncodingRule(
            BiFunction<Context, String, @Nullable Resource> resources, String... encodingsAndExtensions) {
        if (encodingsAndExtensions.length % 2 != 0) {
            throw new IllegalArgumentException("encodingsAndExtensions: " + List.of(encodingsAndExtensions)
                    + " (expected: codings, each followed by its extension)");
        }
        this.resources = resources;
        List<Encoding> all = new ArrayList<>();
        for (int i = 0; i < encodingsAndExtensions.length; i += 2) {
            all.add(Encoding.of(encodingsAndExtensions[i], encodingsAndExtensions[i + 1]));
        }
        encodings = List.copyOf(all);
    }

    /** Returns the file of a path in a context; null if there is none. */
    public static @Nullable Resource getResource(Context context, String path) {
        return Variant.find(context, path);
    }

    @Override
    public @Nullable Handler matchAndApply(Handler input) throws IOException {
        String path = Request.getPathInContext(input);
        if (path == null || path.endsWith("/")) {
            return null;
        }
        for (Encoding encoding : accepted(input)) {
            String encoded = path + encoding.extension();
            if (Variant.exists(input.getContext(), encoded, resources)) {
                return Variant.of(input, encoded, HttpHeader.ACCEPT_ENCODING, encoding.contentEncodingField());
            }
        }
        return Variant.none(input, HttpHeader.ACCEPT_ENCODING);
    }

    private List<Encoding> accepted(Handler input) {
        List<String> names = input.getHeaders().getCSV(HttpHeader.ACCEPT_ENCODING, false);
        List<Encoding> accepted = new ArrayList<>();
        for (String coding : input.getHeaders().getQualityCSV(HttpHeader.ACCEPT_ENCODING)) {
            for (Encoding encoding : encodings) {
                boolean any = coding.equals("*") && !isNamed(encoding, names);
                if (any || coding.equalsIgnoreCase(encoding.encoding())) {
                    accepted.add(encoding);
                }
            }
        }
        return accepted;
    }

    /** RFC 9110, section 12.5.3: the asterisk stands for codings that the field does not name, as one of quality 0. */
    private static boolean isNamed(Encoding encoding, List<String> names) {
        for (String name : names) {
            int parameters = name.indexOf(';');
            if ((parameters < 0 ? name : name.substring(0, parameters)).strip().equalsIgnoreCase(encoding.encoding())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return super.toString() + encodings.stream().map(Encoding::encoding).toList();
    }
}
