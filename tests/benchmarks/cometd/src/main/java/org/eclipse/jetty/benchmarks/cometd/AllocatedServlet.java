package org.eclipse.jetty.benchmarks.cometd;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;

/** Answers with the bytes that all threads have allocated since the start, or -1 where the JVM does not know (before JDK 21). */
@SuppressWarnings("serial")
public final class AllocatedServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.getWriter().print(allocated());
    }

    private static Object allocated() {
        try {
            return ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME), "TotalThreadAllocatedBytes");
        } catch (AttributeNotFoundException x) {
            return -1;
        } catch (JMException x) {
            throw new IllegalStateException(x);
        }
    }
}
