package org.eclipse.jetty.tests.agent;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in the code: the begin or the end of a method, whatever its parameters.
 *
 * <p>As text {@code package.Class#method@enter} or {@code @exit}, where {@code @enter} may be left out; {@code package.Class+} stands for
 * the class and its subtypes, {@code package.*} for all classes of the package, and {@code *} for all methods. The end of a method is
 * its return, not an exception.
 *
 * @param type the binary name of a class or of a package
 * @param kind what {@code type} stands for
 * @param method the name of the method, or {@code *}
 * @param exit whether it is the end of the method
 */
record Point(String type, Kind kind, String method, boolean exit) {
    private static final Pattern TEXT = Pattern.compile("([\\w.$]+?)(\\+|\\.\\*)?#([\\w$]+|\\*)(@enter|@exit)?");

    /** What the type of a point stands for. */
    enum Kind {
        CLASS,
        SUBTYPES,
        PACKAGE
    }

    static Point parse(String text) {
        Matcher matcher = TEXT.matcher(text.trim());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "point: " + text + " (expected: package.Class#method, with @enter or @exit behind it)");
        }
        Kind kind = matcher.group(2) == null ? Kind.CLASS : matcher.group(2).equals("+") ? Kind.SUBTYPES : Kind.PACKAGE;
        return new Point(matcher.group(1), kind, matcher.group(3), "@exit".equals(matcher.group(4)));
    }

    /** Whether it may be in a class. */
    boolean isIn(String className, Supertypes supertypes) {
        return switch (kind) {
            case CLASS -> className.equals(type);
            case PACKAGE -> className.startsWith(type + ".") && className.indexOf('.', type.length() + 1) < 0;
            case SUBTYPES -> className.equals(type) || supertypes.contains(type);
        };
    }

    boolean isMethod(String name) {
        return method.equals("*") || method.equals(name);
    }

    /** Whether a changed method may be it; one of a subtype is, as no other is changed for that. */
    boolean isReached(String className, String name, boolean atExit) {
        return atExit == exit && isMethod(name) && (kind == Kind.SUBTYPES || isIn(className, supertype -> false));
    }

    /** The types that a class extends and implements, itself left out. */
    interface Supertypes {
        boolean contains(String type);
    }

    @Override
    public String toString() {
        String suffix = kind == Kind.SUBTYPES ? "+" : kind == Kind.PACKAGE ? ".*" : "";
        return type + suffix + "#" + method + (exit ? "@exit" : "@enter");
    }
}
