package org.eclipse.jetty.util;

/** The number of processors, which the system property or environment variable JETTY_AVAILABLE_PROCESSORS overrides. */
public class ProcessorUtils {
    public static final String AVAILABLE_PROCESSORS = "JETTY_AVAILABLE_PROCESSORS";
    private static volatile int availableProcessors = init();

    public ProcessorUtils() {}

    private static int init() {
        String value = System.getProperty(AVAILABLE_PROCESSORS, System.getenv(AVAILABLE_PROCESSORS));
        if (value != null) {
            try {
                int processors = Integer.parseInt(value);
                if (processors > 0) {
                    return processors;
                }
            } catch (NumberFormatException x) {
                org.slf4j.LoggerFactory.getLogger(ProcessorUtils.class)
                        .warn("{}: {} (expected: a positive number)", AVAILABLE_PROCESSORS, value);
            }
        }
        return Runtime.getRuntime().availableProcessors();
    }

    public static int availableProcessors() {
        return availableProcessors;
    }

    public static void setAvailableProcessors(int processors) {
        if (processors < 1) {
            throw new IllegalArgumentException("Invalid number of processors: " + processors);
        }
        availableProcessors = processors;
    }
}
