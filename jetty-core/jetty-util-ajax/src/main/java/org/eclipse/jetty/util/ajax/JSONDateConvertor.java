package org.eclipse.jetty.util.ajax;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Date;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/**
 * Writes a {@link Date} as text, or as an object that is read as a date again. Thread-safe.
 *
 * <p>As an object it has the class and the text in the field {@code value}.
 */
public class JSONDateConvertor implements JSON.Convertor {
    private static final String DEFAULT_FORMAT = "EEE MMM dd HH:mm:ss zzz yyyy";

    private final DateTimeFormatter format;
    private final boolean fromJSON;

    /** Text that is not read as a date, such as {@code Mon Nov 23 12:00:00 GMT 2026}. */
    public JSONDateConvertor() {
        this(false);
    }

    /** @param fromJSON whether an object is written, which is read as a date again */
    public JSONDateConvertor(boolean fromJSON) {
        this(DEFAULT_FORMAT, TimeZone.getTimeZone("GMT"), fromJSON);
    }

    public JSONDateConvertor(String format, TimeZone zone, boolean fromJSON) {
        this(format, zone, fromJSON, Locale.US);
    }

    /**
     * @param format as of {@link DateTimeFormatter#ofPattern(String)}
     * @param zone that of the text
     * @param fromJSON whether an object is written, which is read as a date again
     * @param locale that of names in the text
     */
    public JSONDateConvertor(String format, TimeZone zone, boolean fromJSON, Locale locale) {
        ZoneId id = zone.toZoneId();
        this.format = DateTimeFormatter.ofPattern(format, locale).withZone(id);
        this.fromJSON = fromJSON;
    }

    @Override
    public void toJSON(Object object, JSON.Output out) {
        String text = format.format(Instant.ofEpochMilli(((Date) object).getTime()));
        if (fromJSON) {
            out.addClass(object.getClass());
            out.add("value", text);
        } else {
            out.add(text);
        }
    }

    /**
     * Returns the date of an object.
     *
     * @throws UnsupportedOperationException if dates are written as text
     * @throws IllegalArgumentException if the text is no date of the format
     */
    @Override
    public Object fromJSON(Map<String, Object> object) {
        if (!fromJSON) {
            throw new UnsupportedOperationException("Dates are written as text only: fromJSON is false");
        }
        Object value = object.get("value");
        try {
            return Date.from(ZonedDateTime.parse(String.valueOf(value), format).toInstant());
        } catch (DateTimeParseException x) {
            throw new IllegalArgumentException(
                    "value: " + value + " (expected: a date of the format of the convertor)", x);
        }
    }
}
