package org.eclipse.jetty.server.internal.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.eclipse.jetty.util.Digests;
import org.eclipse.jetty.util.StringUtil;

/** The head that pages of the server have in common: language, width of the screen, and style. */
public final class HtmlPage {
    /** The style sheet, which the server offers to applications too. */
    private static final String SHEET = "/org/eclipse/jetty/server/jetty-dir.css";

    private static final String STYLE = style();

    private HtmlPage() {}

    private static String style() {
        try (InputStream in = HtmlPage.class.getResourceAsStream(SHEET)) {
            return "\n" + new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException x) {
            throw new UncheckedIOException("the style of pages is missing", x);
        }
    }

    /**
     * Returns the beginning of a page up to its body.
     *
     * @param charset its name
     * @param title plain text
     */
    public static String begin(String charset, String title) {
        return head() + meta(charset) + titleAndStyle(title) + body();
    }

    /** The beginning, up to the elements of the head. */
    public static String head() {
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n";
    }

    /** The elements of the head with the charset and the width of the screen. */
    public static String meta(String charset) {
        return "<meta charset=\"" + charset + "\"/>\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n";
    }

    /** The elements of the head with the title, which is plain text, and the style. */
    public static String titleAndStyle(String title) {
        return "<title>" + StringUtil.sanitizeXmlString(title) + "</title>\n<style>" + STYLE + "</style>\n";
    }

    /** The source expression of a Content Security Policy (level 3, section 2.3.1) that allows the style of these pages. */
    public static String styleSource() {
        return "'sha256-" + Base64.getEncoder().encodeToString(Digests.sha256(STYLE)) + "'";
    }

    /** The end of the head, and the beginning of the body. */
    public static String body() {
        return "</head>\n<body>\n";
    }

    /** The end of a page. */
    public static String end() {
        return "</body>\n</html>\n";
    }
}
