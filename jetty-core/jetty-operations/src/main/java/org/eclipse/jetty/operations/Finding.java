package org.eclipse.jetty.operations;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something that is wrong with a running server, and what to do about it.
 *
 * @param kind a word that names it to programs
 * @param severity ERROR for what clients notice, else WARNING
 * @param sentence what is wrong, with the numbers and names that were seen
 * @param remedy what to do
 */
record Finding(String kind, Severity severity, String sentence, String remedy) {
    enum Severity {
        ERROR,
        WARNING
    }

    static Finding error(String kind, String sentence, String remedy) {
        return new Finding(kind, Severity.ERROR, sentence, remedy);
    }

    static Finding warning(String kind, String sentence, String remedy) {
        return new Finding(kind, Severity.WARNING, sentence, remedy);
    }

    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("kind", kind);
        map.put("severity", severity.name());
        map.put("sentence", sentence);
        map.put("remedy", remedy);
        return map;
    }

    @Override
    public String toString() {
        return severity + " " + kind + ": " + sentence + ". " + remedy + ".";
    }
}
