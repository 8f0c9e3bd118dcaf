/**
 * Rules that rewrite, redirect and answer requests.
 *
 * <pre>
 * RewriteHandler
 *   RuleContainer            applies its rules in order, each once, so that no request loops
 *     VirtualHostRuleContainer   the same for some hosts
 *     PatternRule            matches the path by a pattern of the Servlet specification
 *     RegexRule              matches path and query by a regular expression, within a bounded number of steps
 *     HeaderRule             matches a request header
 * </pre>
 *
 * <p>A rule that matches wraps the request in a {@link org.eclipse.jetty.rewrite.handler.Rule.Handler}. The wrappers change what
 * later rules and handlers see of the request. Once all rules were applied they are called in the order of the rules: each adds to the
 * response, or answers the request so that the rest is not called.
 */
@NullMarked
package org.eclipse.jetty.rewrite.handler;

import org.jspecify.annotations.NullMarked;
