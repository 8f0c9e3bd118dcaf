package org.eclipse.jetty.ee10.jsp;

/** A class of an application. */
public class Greeting {
    public String text() {
        return "good day";
    }
}
