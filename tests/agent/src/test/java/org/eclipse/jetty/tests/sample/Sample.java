package org.eclipse.jetty.tests.sample;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What an agent stops. */
public class Sample implements Runnable {
    public final List<String> done = new CopyOnWriteArrayList<>();

    @Override
    public void run() {
        done.add("run");
        first(1L, "x");
        second();
        done.add("ran");
    }

    /** Has arguments and a result that take two slots of the stack. */
    public long first(long number, String text) {
        done.add("first");
        return number > 0 ? number + text.length() : -1;
    }

    public static String second() {
        return "second";
    }

    /** Extends another class. */
    public static class Special extends Sample {
        @Override
        public void run() {
            super.run();
        }
    }
}
