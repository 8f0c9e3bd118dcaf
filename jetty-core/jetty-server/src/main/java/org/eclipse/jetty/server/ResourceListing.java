package org.eclipse.jetty.server;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.eclipse.jetty.server.internal.page.HtmlPage;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.UrlEncoded;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a page of the names in a directory. */
public final class ResourceListing {
    private static final DateTimeFormatter DATES =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss z", Locale.ENGLISH).withZone(ZoneId.systemDefault());
    private static final Logger LOG = LoggerFactory.getLogger(ResourceListing.class);

    private ResourceListing() {}

    /** The page of all files of a directory. */
    public static @Nullable String getAsXHTML(Resource resource, String base, boolean parent, String query) {
        return getAsXHTML(resource, base, parent, query, child -> true);
    }

    /**
     * The page.
     *
     * @param base the encoded path of the directory, which ends with a slash
     * @param parent whether the parent directory is linked
     * @param query {@code C=N|M|S} for the column to sort by (name, last modified, size) and {@code O=A|D} for the order
     * @param listed which of its files are listed
     * @return the page; null if the resource is no directory or the path is not canonical
     */
    public static @Nullable String getAsXHTML(
            @Nullable Resource resource,
            String base,
            boolean parent,
            @Nullable String query,
            Predicate<Resource> listed) {
        if (base == null || resource == null || !resource.isDirectory()) {
            return null;
        }
        String canonical = URIUtil.canonicalPath(base);
        if (canonical == null) {
            return null;
        }
        Fields parameters = parameters(query);
        String column = parameters.getValue("C");
        boolean descending = "D".equals(parameters.getValue("O"));
        List<Entry> entries = entries(resource, listed);
        entries.sort(Comparator.comparing(Entry::isFile).thenComparing(order(column, descending)));

        String title = "Directory: " + URIUtil.decodePath(canonical);
        StringBuilder page = new StringBuilder(4096);
        page.append(HtmlPage.begin("utf-8", title))
                .append("<h1>")
                .append(StringUtil.sanitizeXmlString(title))
                .append("</h1>\n<table>\n<tr>");
        heading(page, "N", "Name", column, descending);
        heading(page, "M", "Last Modified", column, descending);
        heading(page, "S", "Size", column, descending);
        page.append("</tr>\n");
        if (parent) {
            page.append("<tr><td><a href=\"../\">Parent Directory</a></td><td></td><td></td></tr>\n");
        }
        entries.forEach(entry -> row(page, entry));
        return page.append("</table>\n").append(HtmlPage.end()).toString();
    }

    private static List<Entry> entries(Resource directory, Predicate<Resource> listed) {
        List<Entry> entries = new ArrayList<>();
        for (Resource child : directory.list()) {
            String name = child.getFileName();
            if (name == null || name.isEmpty() || !listed.test(child)) {
                continue;
            }
            entries.add(new Entry(
                    name,
                    child.isDirectory(),
                    child.isDirectory() ? -1 : child.length(),
                    child.lastModified() == null ? 0 : child.lastModified().toEpochMilli()));
        }
        return entries;
    }

    /** What the query says; nothing if it cannot be decoded. */
    private static Fields parameters(@Nullable String query) {
        Fields parameters = new Fields(true);
        if (query != null) {
            try {
                UrlEncoded.decodeUtf8To(query, parameters);
            } catch (RuntimeException x) {
                LOG.debug("the listing is in its usual order: {}", query, x);
                parameters.clear();
            }
        }
        return parameters;
    }

    private static Comparator<Entry> order(@Nullable String column, boolean descending) {
        Comparator<Entry> order =
                switch (column == null ? "N" : column) {
                    case "M" -> Comparator.comparingLong(Entry::modified);
                    case "S" -> Comparator.comparingLong(Entry::length);
                    default -> Comparator.comparing(Entry::name);
                };
        return descending ? order.reversed() : order;
    }

    private static void row(StringBuilder page, Entry entry) {
        String slash = entry.directory() ? "/" : "";
        page.append("<tr><td><a href=\"")
                .append(StringUtil.sanitizeXmlString(link(entry.name())))
                .append(slash)
                .append("\">")
                .append(StringUtil.sanitizeXmlString(entry.name()))
                .append(slash)
                .append("</a></td><td class=\"date\">");
        if (entry.modified() > 0) {
            page.append(DATES.format(Instant.ofEpochMilli(entry.modified())));
        }
        page.append("</td><td class=\"number\">");
        if (entry.length() >= 0) {
            page.append(String.format(Locale.ENGLISH, "%,d bytes", entry.length()));
        }
        page.append("</td></tr>\n");
    }

    /** A name as a relative reference; what is before a colon would be a scheme (RFC 3986, section 4.2). */
    private static String link(String name) {
        return URIUtil.encodePath(name).replace(":", "%3A");
    }

    private static void heading(
            StringBuilder page, String id, String name, @Nullable String column, boolean descending) {
        boolean current = id.equals(column == null ? "N" : column);
        page.append(id.equals("S") ? "<th class=\"number\">" : "<th>")
                .append("<a href=\"?C=")
                .append(id)
                .append("&amp;O=")
                .append(current && !descending ? 'D' : 'A');
        page.append("\">").append(name).append("</a></th>");
    }

    private record Entry(String name, boolean directory, long length, long modified) {
        boolean isFile() {
            return !directory;
        }
    }
}
