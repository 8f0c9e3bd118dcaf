package org.eclipse.jetty.server.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/** The languages of an Accept-Language field (RFC 9110, section 12.5.4). */
public final class AcceptedLocales {
    private AcceptedLocales() {}

    /** The languages, the preferred first; {@code none} if there are none. */
    public static List<Locale> of(HttpFields fields, List<Locale> none) {
        if (!fields.contains(HttpHeader.ACCEPT_LANGUAGE)) {
            return none;
        }
        List<String> accepted = fields.getQualityCSV(HttpHeader.ACCEPT_LANGUAGE);
        List<Locale> locales = new ArrayList<>(accepted.size());
        for (String language : accepted) {
            int parameters = language.indexOf(';');
            String tag = (parameters < 0 ? language : language.substring(0, parameters)).trim();
            Locale locale = Locale.forLanguageTag(tag);
            // that of no language stands for all of them, or is malformed
            if (!locale.getLanguage().isEmpty()) {
                locales.add(locale);
            }
        }
        return locales.isEmpty() ? none : locales;
    }
}
