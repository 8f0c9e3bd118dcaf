package org.eclipse.jetty.load.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.load.Assertion;
import org.eclipse.jetty.load.Distribution;
import org.eclipse.jetty.load.LoadResult;
import org.eclipse.jetty.load.Steps;
import org.eclipse.jetty.util.ajax.JSON;

/** Results for programs. Times are nanoseconds. */
public final class JsonReport {
    private JsonReport() {}

    public static String of(LoadResult result, List<Assertion> assertions) {
        Map<String, Object> all = map(result);
        List<Object> checked = new ArrayList<>();
        for (Assertion assertion : assertions) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("assertion", assertion.toString());
            one.put("holds", assertion.holds(result));
            checked.add(one);
        }
        all.put("assertions", checked);
        return new JSON().toJSON(all) + "\n";
    }

    public static String of(List<Steps.Step> steps) {
        List<Object> all = new ArrayList<>();
        for (Steps.Step step : steps) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("rate", step.rate());
            one.put("failure", step.failure());
            one.put("result", map(step.result()));
            all.add(one);
        }
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("steps", all);
        root.put("knee", Steps.knee(steps).map(Steps.Step::rate).orElse(0.0));
        return new JSON().toJSON(root) + "\n";
    }

    private static Map<String, Object> map(LoadResult result) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("plan", TextReport.plan(result.plan()));
        all.put("begun", result.begun().toString());
        all.put("nanos", result.took().toNanos());
        all.put("sent", result.sent());
        all.put("answered", result.answered());
        all.put("rate", result.rate());
        all.put("bytes", result.bytes());
        all.put("failed", result.failed());
        all.put("errors", result.errors());
        all.put("cpuNanos", result.cpuNanos());
        all.put("latency", map(result.latency()));
        all.put("pages", map(result.pages()));
        all.put("lag", map(result.lag()));
        all.put("probe", map(result.probe()));
        all.put("probeErrors", result.probeErrors());
        List<Object> slices = new ArrayList<>();
        for (LoadResult.Slice slice : result.slices()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("second", slice.second());
            one.put("sent", slice.sent());
            one.put("answered", slice.answered());
            one.put("failed", slice.failed());
            one.put("latency", map(slice.latency()));
            slices.add(one);
        }
        all.put("slices", slices);
        return all;
    }

    private static Map<String, Object> map(Distribution distribution) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("count", distribution.count());
        if (distribution.count() > 0) {
            for (double percent : TextReport.PERCENTS) {
                all.put("p" + TextReport.number(percent), distribution.percentile(percent));
            }
            all.put("min", distribution.min());
            all.put("max", distribution.max());
            all.put("mean", distribution.mean());
        }
        return all;
    }
}
