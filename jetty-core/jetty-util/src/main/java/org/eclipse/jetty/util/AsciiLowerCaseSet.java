package org.eclipse.jetty.util;

import java.util.HashSet;

/** A set of texts in ASCII lower case. Not thread-safe. */
public class AsciiLowerCaseSet extends HashSet<String> {
    public AsciiLowerCaseSet() {}

    @Override
    public boolean add(String s) {
        return super.add(StringUtil.asciiToLowerCase(s));
    }

    @Override
    public boolean contains(Object o) {
        return o instanceof String s && super.contains(StringUtil.asciiToLowerCase(s));
    }
}
