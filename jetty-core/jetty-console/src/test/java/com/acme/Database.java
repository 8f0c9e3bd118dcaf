package com.acme;

import java.util.concurrent.CountDownLatch;

/** Something that an application waits for. */
public final class Database {
    private Database() {}

    /** Returns when it goes on. */
    public static void query(CountDownLatch go) throws InterruptedException {
        go.await();
    }
}
