/**
 * The start of a bootable jar, which {@code --pack} has made.
 *
 * <pre>
 * BootableMain ──> BootableArguments   --help, what makes no sense here, --context-path
 *      │
 *      ├────────> PrivateDirectory     made, locked, removed when the JVM ends
 *      │
 *      ├────────> BootableJar          home and base are copied into it
 *      │
 *      └────────> cli.Commands         start.jar, with jetty.home and jetty.base there
 * </pre>
 *
 * <p>The JVM loads no class from a jar within a jar, and the server reads libraries and applications as files; so they are copied. There is no
 * second reader of modules, ini files and arguments: what starts is start.jar.
 *
 * <table>
 * <caption>A private directory</caption>
 * <tr><th>state</th><th>lock file</th><th>directory</th><th>next</th></tr>
 * <tr><td>claimed</td><td>locked</td><td>none</td><td>made, or another name is tried</td></tr>
 * <tr><td>in use</td><td>locked</td><td>readable by its owner only</td><td>ended, or left by a JVM that was killed</td></tr>
 * <tr><td>ended</td><td>deleted</td><td>deleted, after the server has stopped</td><td></td></tr>
 * <tr><td>left</td><td>not locked</td><td>as it was</td><td>the next start of the same user deletes both</td></tr>
 * </table>
 */
@NullMarked
package org.eclipse.jetty.start.boot;

import org.jspecify.annotations.NullMarked;
