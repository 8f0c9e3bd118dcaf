/**
 * A load generator: sends requests to a server at times that do not depend on its answers, and measures how long they take.
 *
 * <pre>
 * Arrivals (when)   Resource (what)
 *        \             /
 *         LoadPlan  --run--&gt;  LoadGenerator  --&gt;  LoadResult  --&gt;  Assertion, reports
 *                               |        |
 *                            loaders   probe
 * </pre>
 *
 * <p><strong>When.</strong> {@link org.eclipse.jetty.load.Arrivals} gives the time of each request beforehand: at a constant rate, a rate
 * that grows, at random (Poisson), or as a request log has it. A loader thread waits for that time and sends; how long the server takes
 * for the requests before does not matter (an open loop). The latency of a request counts from the time at which it should have been
 * sent, so that neither a slow server nor a slow generator makes figures look better than they are (no coordinated omission). How late
 * requests were sent is reported as the lag. With {@link org.eclipse.jetty.load.LoadPlan.Builder#users users} instead, each user asks again
 * when it was answered (a closed loop).
 *
 * <p><strong>What.</strong> A {@link org.eclipse.jetty.load.Resource} is a request, and those that follow its response: a page and what
 * it refers to.
 *
 * <p><strong>Probe.</strong> Beside the loaders, a client of its own with a connection of its own asks ten times a second. A generator at
 * its limits measures itself; the probe, which has nothing else to do, measures the server.
 *
 * <p><strong>Threads.</strong> Arrivals are confined to their loader. Results are recorded by any thread that ends an exchange, and read
 * each second by the thread that runs the plan.
 */
@NullMarked
package org.eclipse.jetty.load;

import org.jspecify.annotations.NullMarked;
