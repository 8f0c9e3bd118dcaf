package org.eclipse.jetty.server.isolation;

/** What a server answers to a {@link SecretClient}: each part of the request, whichever API it was read by. */
public final class SecretAnswer {
    /** The field with the value of Authorization. */
    public static final String FIELD = "Secret";

    private SecretAnswer() {}

    /** What stands in the content of the response before the content of the request. */
    public static String first(String method, String target, String cookie) {
        return method + " " + target + " cookie=" + cookie + " content=";
    }
}
