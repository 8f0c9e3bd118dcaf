package org.eclipse.jetty.client.internal;

import java.util.ArrayDeque;
import java.util.Queue;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/**
 * Hands the content of one source to several readers, at the pace of the slowest.
 *
 * <p>The next chunk is read when every reader has taken the one before, and has asked for more. Thread-safe.
 */
public final class ContentFanOut {
    private final AutoLock lock = new AutoLock();
    private final Content.Source source;
    private final Branch[] branches;
    private boolean demanding;

    public ContentFanOut(Content.Source source, int readers) {
        this.source = source;
        branches = new Branch[readers];
        for (int i = 0; i < readers; i++) {
            branches[i] = new Branch();
        }
    }

    public Content.Source get(int reader) {
        return branches[reader];
    }

    /** Reads the next chunk once all readers wait for it. */
    private void pull() {
        try (AutoLock l = lock.lock()) {
            if (demanding) {
                return;
            }
            for (Branch branch : branches) {
                if (branch.terminal == null && (branch.demand == null || !branch.chunks.isEmpty())) {
                    return;
                }
            }
            demanding = true;
        }
        source.demand(this::available);
    }

    private void available() {
        Content.Chunk chunk = source.read();
        Queue<Runnable> todo = new ArrayDeque<>();
        try (AutoLock l = lock.lock()) {
            demanding = false;
            if (chunk != null) {
                for (Branch branch : branches) {
                    branch.offer(chunk, todo);
                }
            }
        }
        if (chunk == null) {
            pull();
            return;
        }
        chunk.release();
        todo.forEach(Runnable::run);
    }

    private final class Branch implements Content.Source {
        private final Queue<Content.Chunk> chunks = new ArrayDeque<>(1);
        private Content.@Nullable Chunk terminal;
        private @Nullable Runnable demand;

        private void offer(Content.Chunk chunk, Queue<Runnable> todo) {
            if (terminal != null) {
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                terminal = chunk;
            } else {
                if (chunk.hasRemaining()) {
                    chunk.retain();
                    // each reader has its own position
                    chunks.add(Content.Chunk.asChunk(chunk.getByteBuffer().slice(), chunk.isLast(), chunk));
                }
                if (chunk.isLast()) {
                    terminal = Content.Chunk.EOF;
                }
            }
            if (demand != null) {
                todo.add(demand);
                demand = null;
            }
        }

        @Override
        public Content.@Nullable Chunk read() {
            try (AutoLock l = lock.lock()) {
                Content.Chunk chunk = chunks.poll();
                return chunk != null ? chunk : terminal;
            }
        }

        @Override
        public void demand(Runnable demandCallback) {
            boolean ready;
            try (AutoLock l = lock.lock()) {
                if (demand != null) {
                    throw new IllegalStateException("A demand is pending");
                }
                ready = terminal != null || !chunks.isEmpty();
                if (!ready) {
                    demand = demandCallback;
                }
            }
            if (ready) {
                demandCallback.run();
            } else {
                pull();
            }
        }

        /** Fails the content for all: a request has one end. */
        @Override
        public void fail(Throwable failure) {
            Runnable todo;
            try (AutoLock l = lock.lock()) {
                if (terminal != null && chunks.isEmpty()) {
                    return;
                }
                chunks.forEach(Content.Chunk::release);
                chunks.clear();
                terminal = Content.Chunk.from(failure);
                todo = demand;
                demand = null;
            }
            source.fail(failure);
            if (todo != null) {
                todo.run();
            }
        }
    }
}
