/**
 * Delays or stops threads of a server under test at named points, so that a test can force the order of two threads.
 *
 * <p>A JVM of tests is started with {@code -javaagent:jetty-test-agent.jar}. Without arguments nothing changes until a test asks:
 * {@link org.eclipse.jetty.tests.agent.Hold} stops one thread at one point, {@link org.eclipse.jetty.tests.agent.Steps} at each step
 * that it takes. With the argument {@code delay}, threads are delayed for a few milliseconds at the points of a list
 * ({@link org.eclipse.jetty.tests.agent.Delays}).
 */
package org.eclipse.jetty.tests.agent;
