-- wrk script. Arguments after "--": a file with one cookie a line, and of how many requests one changes its session (1: each; 0: none).
-- Without cookies each request makes a session. Prints the figures as one line of JSON that starts with "RESULT".
local requests = {}
local next_request = 0

function init(args)
  local every = tonumber(args[2])
  local cookies = {}
  for line in io.lines(args[1]) do cookies[#cookies + 1] = line end
  if #cookies == 0 then
    requests[1] = wrk.format("GET", wrk.path)
    return
  end
  -- each session is read and changed in turn
  for turn = 1, math.max(every, 1) do
    for i, cookie in ipairs(cookies) do
      local change = every > 0 and (i + turn) % every == 0
      requests[#requests + 1] = wrk.format("GET", wrk.path .. (change and "?change=1" or ""), {["Cookie"] = cookie})
    end
  end
end

function request()
  next_request = next_request % #requests + 1
  return requests[next_request]
end

function done(summary, latency, all)
  local e = summary.errors
  io.write(string.format(
    'RESULT {"requests": %d, "micros": %d, "bytes": %d, "errors": %d, "connect": %d, "read": %d, "write": %d, "status": %d, "timeout": %d, "p50": %d, "p99": %d}\n',
    summary.requests, summary.duration, summary.bytes,
    e.connect + e.read + e.write + e.status + e.timeout, e.connect, e.read, e.write, e.status, e.timeout,
    latency:percentile(50), latency:percentile(99)))
end
