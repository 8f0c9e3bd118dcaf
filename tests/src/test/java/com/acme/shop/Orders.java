package com.acme.shop;

import java.util.concurrent.Semaphore;

/** The database of the shop, which answers when it is let. */
final class Orders {
    private final Semaphore answers = new Semaphore(0);

    void query() {
        answers.acquireUninterruptibly();
    }

    void answerAll() {
        answers.release(1000);
    }
}
