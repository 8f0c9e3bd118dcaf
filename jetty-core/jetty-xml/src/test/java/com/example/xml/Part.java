package com.example.xml;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.annotation.Name;

/** Counts how often it is made or set: not at all by a check. Not a class of the server, whose setters are asked. Thread-safe. */
public class Part {
    private static final AtomicInteger TOUCHED = new AtomicInteger();

    public static int touched() {
        return TOUCHED.get();
    }

    public Part() {
        TOUCHED.incrementAndGet();
    }

    public Part(@Name("size") int size, @Name("name") String name) {
        this();
    }

    public void setSize(int size) {
        TOUCHED.incrementAndGet();
    }

    public void setUnit(TimeUnit unit) {
        TOUCHED.incrementAndGet();
    }

    public void setRunner(Runnable runner) {
        TOUCHED.incrementAndGet();
    }

    public void add(String... names) {
        TOUCHED.incrementAndGet();
    }

    public Object getOther() {
        return this;
    }

    public static Part make() {
        return new Part();
    }
}
