/**
 * Returns the Lua source of the rate limiter: a log of admitted calls per bucket.
 * All buckets of a call are decided together, on Redis' own clock in microseconds.
 *
 * KEYS: one list per bucket, then optionally one more key whose value is returned with the decision (saves a round
 * trip).
 * ARGV: number of buckets, window in microseconds, then the limit of each bucket, then the cost of the call in each
 * bucket (default 1).
 * Returns { refusing bucket (1-based, 0 = admitted), calls left in bucket 1.., microseconds until the refusing bucket
 * has capacity (0 = admitted), now, value of the additional key or false }.
 *
 * Lists are used rather than sorted sets: entries arrive in order, so old ones are removed from the head in O(1), and
 * small integers take only a few bytes each. A call counts until its age *exceeds* the window, so that an interval of
 * 60 s that includes both ends never contains more calls than the limit. The clock may step back (NTP), so a call is
 * never recorded as older than the one before it.
 *
 * `clock` is the Lua expression of the current time in microseconds. Tests that simulate hours replace it.
 */
export function slidingWindowScript(clock: string = REDIS_CLOCK): string {
  return `
local buckets = tonumber(ARGV[1])
local window = tonumber(ARGV[2])
local now = ${clock}
for i = 1, buckets do
  local last = redis.call('LINDEX', KEYS[i], -1)
  if last and tonumber(last) > now then now = tonumber(last) end
end
local refusing, wait = 0, 0
local left = {}
for i = 1, buckets do
  local limit = tonumber(ARGV[2 + i])
  local head = redis.call('LINDEX', KEYS[i], 0)
  while head and tonumber(head) < now - window do
    redis.call('LPOP', KEYS[i])
    head = redis.call('LINDEX', KEYS[i], 0)
  end
  local used = head and redis.call('LLEN', KEYS[i]) or 0
  local cost = tonumber(ARGV[2 + buckets + i] or 1)
  left[i] = limit - used
  if left[i] < cost and refusing == 0 then
    refusing = i
    left[i] = 0
    -- The plan may have shrunk: room comes when the oldest (used - limit + cost) calls have left.
    local blocking = redis.call('LINDEX', KEYS[i], used - limit + cost - 1)
    wait = blocking and tonumber(blocking) + window + 1 - now or window
  end
end
if refusing == 0 then
  for i = 1, buckets do
    local cost = tonumber(ARGV[2 + buckets + i] or 1)
    for _ = 1, cost do redis.call('RPUSH', KEYS[i], string.format('%.0f', now)) end
    redis.call('PEXPIRE', KEYS[i], math.ceil(window / 1000) + 1000)
    left[i] = left[i] - cost
  end
end
local further = KEYS[buckets + 1] and redis.call('GET', KEYS[buckets + 1]) or false
return { refusing, left, wait, string.format('%.0f', now), further }
`;
}

const REDIS_CLOCK = `(function() local t = redis.call('TIME') return t[1] * 1000000 + t[2] end)()`;
