package org.example.greeting;

/** A class of an application. */
public class Greeting {
    public String text() {
        return "good day";
    }
}
