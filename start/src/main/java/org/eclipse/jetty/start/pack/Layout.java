package org.eclipse.jetty.start.pack;

/** The names within a bootable jar. */
public final class Layout {
    /** The directory of what comes from home. */
    public static final String HOME = "bootable/home/";

    /** The directory of what comes from the base. */
    public static final String BASE = "bootable/base/";

    /** The arguments of each start, one per line. */
    public static final String ARGUMENTS = "META-INF/bootable.txt";

    /** The class that starts it. */
    public static final String MAIN_CLASS = "org.eclipse.jetty.start.boot.BootableMain";

    private Layout() {}
}
