package org.eclipse.jetty.proxy;

import java.util.List;

/** Tells from Via that a request comes back to a proxy again and again (RFC 9110, sections 7.6 and 7.6.3). */
public final class ViaLoop {
    /** Several proxies of one name may follow each other, as those of one machine do. */
    private static final int MOST_OF_A_NAME = 8;

    private ViaLoop() {}

    /**
     * Returns whether a request has passed proxies of a name so often that it must be in a loop.
     *
     * @param via the items of Via, such as {@code 1.1 name}
     * @param name of this proxy
     */
    public static boolean isLoop(List<String> via, String name) {
        if (via.size() <= MOST_OF_A_NAME) {
            return false;
        }
        int found = 0;
        for (String item : via) {
            String[] parts = item.trim().split("[ \\t]+", 3);
            if (parts.length > 1 && parts[1].equalsIgnoreCase(name)) {
                found++;
            }
        }
        return found > MOST_OF_A_NAME;
    }
}
