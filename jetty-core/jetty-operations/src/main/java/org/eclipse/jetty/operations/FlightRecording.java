package org.eclipse.jetty.operations;

import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/** A recording by the flight recorder of the JVM. Loaded only where the JVM has the module {@code jdk.jfr}. */
final class FlightRecording implements AutoCloseable {
    private final Recording recording;

    /** Begins to record, with the settings of the JVM for constant use. */
    FlightRecording() throws IOException {
        try {
            recording = new Recording(Configuration.getConfiguration("default"));
        } catch (ParseException x) {
            throw new IOException("settings of the flight recorder: " + x.getMessage(), x);
        }
        recording.setName("jetty-diagnose");
        recording.start();
    }

    /** Whether the JVM can record. */
    static boolean isAvailable() {
        return ModuleLayer.boot().findModule("jdk.jfr").isPresent();
    }

    /** Ends the recording, and writes it to a file. */
    void writeTo(Path file) throws IOException {
        recording.stop();
        recording.dump(file);
    }

    @Override
    public void close() {
        recording.close();
    }
}
