package org.eclipse.jetty.io;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;
import java.util.function.Consumer;

/** A selector whose next select fails when the test says so, as that of a kernel in trouble does; else a real one. */
final class FailingSelector extends AbstractSelector {
    private final Selector real;
    private volatile boolean failing;

    FailingSelector() throws IOException {
        super(SelectorProvider.provider());
        real = Selector.open();
    }

    void fail() {
        failing = true;
        real.wakeup();
    }

    private void check() throws IOException {
        if (failing) {
            throw new IOException("the kernel is in trouble");
        }
    }

    @Override
    protected SelectionKey register(AbstractSelectableChannel channel, int operations, Object attachment) {
        try {
            return channel.register(real, operations, attachment);
        } catch (ClosedChannelException x) {
            throw new AssertionError(x);
        }
    }

    @Override
    protected void implCloseSelector() throws IOException {
        real.close();
    }

    @Override
    public Set<SelectionKey> keys() {
        return real.keys();
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
        return real.selectedKeys();
    }

    @Override
    public int selectNow() throws IOException {
        check();
        return real.selectNow();
    }

    @Override
    public int select(long timeout) throws IOException {
        check();
        return real.select(timeout);
    }

    @Override
    public int select() throws IOException {
        check();
        return real.select();
    }

    @Override
    public int selectNow(Consumer<SelectionKey> action) throws IOException {
        check();
        return real.selectNow(action);
    }

    @Override
    public int select(Consumer<SelectionKey> action) throws IOException {
        check();
        int selected = real.select(action);
        check();
        return selected;
    }

    @Override
    public Selector wakeup() {
        real.wakeup();
        return this;
    }
}
