package org.eclipse.jetty.util;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** A set of regular expressions that matches what one of them matches. Not thread-safe while it is changed. */
public class RegexSet extends AbstractSet<String> implements Predicate<String> {
    private final Map<String, Pattern> patterns = new LinkedHashMap<>();

    public RegexSet() {}

    @Override
    public Iterator<String> iterator() {
        return patterns.keySet().iterator();
    }

    @Override
    public int size() {
        return patterns.size();
    }

    @Override
    public boolean add(String pattern) {
        return patterns.putIfAbsent(pattern, Pattern.compile(pattern)) == null;
    }

    @Override
    public boolean remove(Object pattern) {
        return patterns.remove(pattern) != null;
    }

    @Override
    public boolean isEmpty() {
        return patterns.isEmpty();
    }

    @Override
    public void clear() {
        patterns.clear();
    }

    @Override
    public boolean test(String s) {
        for (Pattern pattern : patterns.values()) {
            if (pattern.matcher(s).matches()) {
                return true;
            }
        }
        return false;
    }

    public boolean matches(String s) {
        return test(s);
    }
}
