// The metric of exceeded limits, by the kind of limit.
import type { Limits } from './limits.ts'
import { counter } from './metrics.ts'

const hits = counter({
  name: 'flotta_limits_hit_total',
  help: 'Times that more was asked for than a limit allows',
  labels: ['limit'],
})

/** Wraps limits and counts the exceeded ones. The first word of a key is the kind of the limit; the rest may be personal and is not a label. */
export function withMetrics(limits: Limits): Limits {
  const countWait = (key: string, wait: number): number => {
    if (wait > 0) hits.inc({ limit: key.split(' ')[0] ?? '' })
    return wait
  }
  return {
    take: async (key, ...more) => countWait(key, await limits.take(key, ...more)),
    takeNow: (key, ...more) => countWait(key, limits.takeNow(key, ...more)),
    untilWhole: key => limits.untilWhole(key),
    give: (...args) => limits.give(...args),
    acquireTurn: (...args) => limits.acquireTurn(...args),
    backOff: (...args) => limits.backOff(...args),
    backOffLeft: (...args) => limits.backOffLeft(...args),
  }
}
