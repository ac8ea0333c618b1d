// The interface of every router.
import type { DirectionsMeta, Route } from './contract.ts'
import type { Exclusion, Point } from './rules.ts'

/** `problem` null: there are routes. */
export interface Ways {
  readonly routes: Route[]
  readonly problem: Exclude<DirectionsMeta['problem'], 'unavailable'>
}
export interface Router extends Pick<DirectionsMeta, 'source' | 'approximate'> {
  /** The fastest route first. Rejects when the router fails, or is too busy or too slow. */
  directions(points: readonly Point[], exclude: readonly Exclusion[]): Promise<Ways>
}

/** Characters of polylines in the cache: some 16 MB. */
const MOST_REMEMBERED = 16_000_000
/** What an answer without routes counts. */
const EMPTY = 1_000
/** Roads change, and a process runs for months. */
const REMEMBERED_MS = 24 * 3_600_000

/**
 * Caches the answers of a day, the least recently used are dropped first; concurrent callers share one call.
 * A failure is not cached.
 */
export function remembering(router: Router, now: () => number): Router {
  const answers = new Map<
    string,
    { readonly at: number; readonly ways: Promise<Ways>; size: number }
  >()
  let size = 0
  const forget = (key: string) => {
    size -= answers.get(key)?.size ?? 0
    answers.delete(key)
  }
  return {
    source: router.source,
    approximate: router.approximate,
    directions(points, exclude) {
      // Five decimals are some metres.
      const key = `${points.map(p => `${p.longitude.toFixed(5)},${p.latitude.toFixed(5)}`).join(';')} ${exclude.join()}`
      const before = answers.get(key)
      if (before !== undefined && now() - before.at < REMEMBERED_MS) {
        answers.delete(key)
        answers.set(key, before)
        return before.ways
      }
      forget(key)
      const entry = { at: now(), ways: router.directions(points, exclude), size: EMPTY }
      answers.set(key, entry)
      size += entry.size
      entry.ways.then(
        ({ routes }) => {
          const more = routes.reduce((sum, { geometry }) => sum + geometry.length, 0)
          if (answers.get(key) !== entry) return
          entry.size += more
          size += more
          for (const oldest of answers.keys()) {
            if (size <= MOST_REMEMBERED) break
            forget(oldest)
          }
        },
        () => {
          if (answers.get(key) === entry) forget(key)
        },
      )
      return entry.ways
    },
  }
}
