package org.eclipse.jetty.client;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;

/** A form as {@code application/x-www-form-urlencoded}. It can be sent again. */
public class FormRequestContent extends StringRequestContent {
    public FormRequestContent(Fields fields) {
        this(fields, StandardCharsets.UTF_8);
    }

    public FormRequestContent(Fields fields, Charset charset) {
        super("application/x-www-form-urlencoded", convert(fields, charset), charset);
    }

    public static String convert(Fields fields) {
        return convert(fields, StandardCharsets.UTF_8);
    }

    /** Returns the fields in their encoded form. */
    public static String convert(Fields fields, Charset charset) {
        StringBuilder result = new StringBuilder();
        for (Fields.Field field : fields) {
            for (String value : field.getValues()) {
                result.append(result.isEmpty() ? "" : "&")
                        .append(UrlEncoded.encodeString(field.getName(), charset))
                        .append('=')
                        .append(value == null ? "" : UrlEncoded.encodeString(value, charset));
            }
        }
        return result.toString();
    }
}
