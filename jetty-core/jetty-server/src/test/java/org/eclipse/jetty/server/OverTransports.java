package org.eclipse.jetty.server;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that are made over every transport that the class path has. */
@Tag("transports")
@ParameterizedClass
@MethodSource("org.eclipse.jetty.server.Transport#all")
public abstract class OverTransports {
    static {
        // each of many tests waits for something that is there within a millisecond or two
        Awaitility.setDefaultPollInterval(Duration.ofMillis(2));
        Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
    }

    @Parameter
    protected Transport transport;

    /** What a response holds by which the connection ends; nothing where HTTP/1.1 is not spoken. */
    protected String closing() {
        return transport.isHttp1() ? "Connection: close\r\n" : "";
    }
}
