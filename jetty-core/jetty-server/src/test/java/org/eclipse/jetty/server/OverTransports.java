package org.eclipse.jetty.server;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that are made over every transport that the class path has. */
@Tag("transports")
@ParameterizedClass
@MethodSource("org.eclipse.jetty.server.Transport#all")
public abstract class OverTransports {
    @Parameter
    protected Transport transport;

    /** What a response holds by which the connection ends; nothing where HTTP/1.1 is not spoken. */
    protected String closing() {
        return transport.isHttp1() ? "Connection: close\r\n" : "";
    }
}
