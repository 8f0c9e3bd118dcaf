package org.eclipse.jetty.util.resource;

import java.text.Collator;
import java.util.Comparator;
import java.util.Locale;

/** Orders of resources: by name, time and size, ascending or not. */
public class ResourceCollators {
    public ResourceCollators() {}

    public static Comparator<? super Resource> byLastModified(boolean sortOrderAscending) {
        return order(Comparator.comparing(Resource::lastModified), sortOrderAscending);
    }

    public static Comparator<? super Resource> byName(boolean sortOrderAscending) {
        Collator collator = Collator.getInstance(Locale.ENGLISH);
        return order((a, b) -> collator.compare(a.getName(), b.getName()), sortOrderAscending);
    }

    public static Comparator<? super Resource> byFileName(boolean sortOrderAscending) {
        Collator collator = Collator.getInstance(Locale.ENGLISH);
        return order((a, b) -> collator.compare(a.getFileName(), b.getFileName()), sortOrderAscending);
    }

    public static Comparator<? super Resource> bySize(boolean sortOrderAscending) {
        return order(Comparator.comparingLong(Resource::length), sortOrderAscending);
    }

    private static Comparator<Resource> order(Comparator<Resource> comparator, boolean ascending) {
        return ascending ? comparator : comparator.reversed();
    }
}
