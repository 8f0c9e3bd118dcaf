package org.eclipse.jetty.ee.webapp;

import java.sql.Driver;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Deregisters the JDBC drivers of an application, and returns the names of their classes. It is defined once more by the
 * application's class loader, since {@link DriverManager} shows and gives away drivers only to callers that could load their classes:
 * so it may use nothing but the Java platform. Stateless.
 */
public final class DriverRemover implements Callable<List<String>> {
    @Override
    public List<String> call() throws Exception {
        List<String> removed = new ArrayList<>();
        for (Driver driver : Collections.list(DriverManager.getDrivers())) {
            if (!isBelow(driver.getClass().getClassLoader(), getClass().getClassLoader())) {
                continue;
            }
            DriverManager.deregisterDriver(driver);
            removed.add(driver.getClass().getName());
        }
        return removed;
    }

    private static boolean isBelow(ClassLoader child, ClassLoader loader) {
        for (ClassLoader each = child; each != null; each = each.getParent()) {
            if (each == loader) {
                return true;
            }
        }
        return false;
    }
}
