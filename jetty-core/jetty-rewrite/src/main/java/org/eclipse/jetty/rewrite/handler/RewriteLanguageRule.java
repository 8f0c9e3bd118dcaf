package org.eclipse.jetty.rewrite.handler;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the path to that of a file in a language that the client accepts (RFC 9110, section 12.5.4), such as {@code /fr/a.html} for {@code
 * /a.html}.
 *
 * <p>The languages of the client are tried by their quality, and must be spelled as those of the files are. The response has {@code
 * Content-Language}, and {@code Vary} in any case. The rule is for a {@link RewriteHandler} within a context, whose files it looks for; elsewhere
 * it finds none.
 */
public class RewriteLanguageRule extends Rule {
    /** RFC 5646, section 2.1, as far as a path is concerned: nothing else of a client gets into one. */
    private static final Pattern TAG = Pattern.compile("[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8}){0,8}");

    private final BiFunction<String, String, String> localizer;
    private final BiFunction<Context, String, @Nullable Resource> resources;
    private final List<String> preferred;

    /** Creates a rule by which the language is the first segment of paths. */
    public RewriteLanguageRule() {
        this(true);
    }

    /** @param languages those that {@code *} stands for, the preferred first */
    public RewriteLanguageRule(List<String> languages) {
        this(RewriteLanguageRule::localizeWithPrefix, RewriteLanguageRule::getResource, languages);
    }

    /** @param prefix whether the language is the first segment of paths; otherwise a suffix */
    public RewriteLanguageRule(boolean prefix) {
        this(
                prefix ? RewriteLanguageRule::localizeWithPrefix : RewriteLanguageRule::localizeWithSuffix,
                RewriteLanguageRule::getResource);
    }

    public RewriteLanguageRule(
            BiFunction<String, String, String> localizer, BiFunction<Context, String, @Nullable Resource> resources) {
        this(localizer, resources, List.of());
    }

    /**
     * @param localizer returns the path of a path and a language
     * @param resources returns the file of a path in a context; null if there is none
     * @param languages those that {@code *} stands for, the preferred first
     */
    public RewriteLanguageRule(
            BiFunction<String, String, String> localizer,
            BiFunction<Context, String, @Nullable Resource> resources,
            List<String> languages) {
        this.localizer = localizer;
        this.resources = resources;
        preferred = List.copyOf(languages);
    }

    /** Appends the language to a path: {@code /a.html.fr}; of a directory, it is a directory within. */
    public static String localizeWithSuffix(String path, String language) {
        return path.endsWith("/") ? path + language + "/" : path + "." + language;
    }

    /** Puts the language before a path: {@code /fr/a.html}. */
    public static String localizeWithPrefix(String path, String language) {
        return "/" + language + path;
    }

    /** Returns the file of a path in a context; null if there is none. */
    public static @Nullable Resource getResource(Context context, String path) {
        return Variant.find(context, path);
    }

    @Override
    public @Nullable Handler matchAndApply(Handler input) throws IOException {
        String path = Request.getPathInContext(input);
        if (path == null) {
            return null;
        }
        for (String language : accepted(input)) {
            String localized = localizer.apply(path, language);
            if (Variant.exists(input.getContext(), localized, resources)) {
                HttpField property = new HttpField(HttpHeader.CONTENT_LANGUAGE, language);
                return Variant.of(input, localized, HttpHeader.ACCEPT_LANGUAGE, property);
            }
        }
        return Variant.none(input, HttpHeader.ACCEPT_LANGUAGE);
    }

    private List<String> accepted(Handler input) {
        List<String> languages = new ArrayList<>();
        for (String range : input.getHeaders().getQualityCSV(HttpHeader.ACCEPT_LANGUAGE)) {
            if (range.equals("*")) {
                languages.addAll(preferred);
            } else if (TAG.matcher(range).matches()) {
                languages.add(range);
            }
        }
        return languages;
    }

    @Override
    public String toString() {
        return super.toString() + "[languages:" + preferred + "]";
    }
}
