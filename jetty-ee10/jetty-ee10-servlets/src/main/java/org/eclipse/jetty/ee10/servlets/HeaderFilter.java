package org.eclipse.jetty.ee10.servlets;

import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Sets or adds fields of responses. The init parameter {@code headerConfig} is a list of {@code action name: value}, separated by
 * commas; one whose value has a comma is within quotes. Actions are {@code set}, {@code add}, {@code setDate} and {@code addDate};
 * the value of a date is the number of milliseconds from now:
 *
 * <pre>
 * set X-Frame-Options: DENY, "add Cache-Control: no-cache, no-store", setDate Expires: 31540000000
 * </pre>
 *
 * <p>The parameters of {@link IncludeExcludeBasedFilter} choose the requests. Thread-safe once it is initialized.
 */
public class HeaderFilter extends IncludeExcludeBasedFilter {
    private final List<Field> fields = new ArrayList<>();

    private enum Action {
        SET("set") {
            @Override
            void apply(HttpServletResponse response, Field field) {
                response.setHeader(field.name, field.value);
            }
        },
        ADD("add") {
            @Override
            void apply(HttpServletResponse response, Field field) {
                response.addHeader(field.name, field.value);
            }
        },
        SET_DATE("setDate") {
            @Override
            void apply(HttpServletResponse response, Field field) {
                response.setDateHeader(field.name, System.currentTimeMillis() + field.offset);
            }
        },
        ADD_DATE("addDate") {
            @Override
            void apply(HttpServletResponse response, Field field) {
                response.addDateHeader(field.name, System.currentTimeMillis() + field.offset);
            }
        };

        private final String text;

        Action(String text) {
            this.text = text;
        }

        abstract void apply(HttpServletResponse response, Field field);

        boolean isDate() {
            return this == SET_DATE || this == ADD_DATE;
        }
    }

    /** What is done to one field; the offset is that of a date in milliseconds. */
    private record Field(Action action, String name, String value, long offset) {
        @Override
        public String toString() {
            return action.text + " " + name + ": " + value;
        }
    }

    @Override
    public void init(FilterConfig config) throws ServletException {
        super.init(config);
        Settings settings = Settings.of(config);
        for (String field : settings.list("headerConfig", null)) {
            fields.add(parse(settings, field));
        }
    }

    private static Field parse(Settings settings, String text) {
        int space = text.indexOf(' ');
        int colon = text.indexOf(':', space);
        if (space > 0 && colon > space) {
            String name = text.substring(space, colon).trim();
            String value = text.substring(colon + 1).trim();
            for (Action action : Action.values()) {
                if (!action.text.equalsIgnoreCase(text.substring(0, space)) || name.isEmpty()) {
                    continue;
                }
                if (!action.isDate()) {
                    return new Field(action, name, value, 0);
                }
                try {
                    return new Field(action, name, value, Long.parseLong(value));
                } catch (NumberFormatException x) {
                    throw settings.refused("headerConfig", text, "a number of milliseconds as the value");
                }
            }
        }
        throw settings.refused("headerConfig", text, "set, add, setDate or addDate, a name, a colon and a value");
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletResponse http = (HttpServletResponse) response;
        if (shouldFilter((HttpServletRequest) request, http)) {
            for (Field field : fields) {
                field.action.apply(http, field);
            }
        }
        chain.doFilter(request, response);
    }

    @Override
    public String toString() {
        return super.toString() + fields;
    }
}
