// Counts per key and minute, in bounded memory.
const MOST_KEYS = 100_000

/** True while `key` has been asked for at most `limit` times in this minute of the monotonic clock `now` (ms). */
export function perMinute(limit: number, now: () => number = () => performance.now()): (key: string) => boolean {
  const counts = new Map<string, number>()
  let minute = 0
  return key => {
    const m = Math.floor(now() / 60_000)
    if (m !== minute || counts.size >= MOST_KEYS) {
      counts.clear()
      minute = m
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= limit
  }
}
