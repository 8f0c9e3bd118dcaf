package org.eclipse.jetty.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

/** The failure that is caught as those of the JDK are. */
class RuntimeIOExceptionTest {
    @Test
    void causeIsAnIOExceptionInAnyCase() {
        EofException eof = new EofException("end");
        assertThat(new RuntimeIOException(eof))
                .isInstanceOf(UncheckedIOException.class)
                .hasCause(eof);
        assertThat(new RuntimeIOException("message", eof)).hasMessage("message").hasCause(eof);
        assertThat(new RuntimeIOException("message").getCause()).isInstanceOf(IOException.class);
        assertThat(new RuntimeIOException().getCause()).isInstanceOf(IOException.class);
        IllegalStateException other = new IllegalStateException("other");
        assertThat(new RuntimeIOException(other).getCause())
                .isInstanceOf(IOException.class)
                .hasCause(other);
    }
}
