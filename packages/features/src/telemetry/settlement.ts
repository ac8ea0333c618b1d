// Where the effects of derivations go: each feature's settle.ts is found here and writes its own rows, in the transaction of the records.
import type { Effect } from '@flotta/core/derivation.ts'
import type { PoolClient } from 'pg'
import type { Statement } from './db.ts'
import type { Emitted } from './state.ts'

/** The stretch of a vehicle's life that a replay has derived again, by the times of records. Epoch ms; `to` is exclusive, null: up to the newest record. */
export interface Rewritten {
  readonly vehicle_id: number
  readonly from: number
  readonly to: number | null
  /** Time of the vehicle's newest record. */
  readonly newest: number
  readonly emitted: readonly Emitted[]
}

export interface Settlement {
  readonly effects: readonly Effect['effect'][]
  /** Kind of data that readers hear of. */
  readonly kind: (effect: Effect) => string
  /** What new records brought; `emitted` holds only the effects named above, each vehicle's in order. */
  write(emitted: readonly Emitted[], now: number): readonly Statement[]
  /** Makes the rows that records of the stretch brought equal to `emitted`; returns the kinds of data that changed. */
  rewrite(client: PoolClient, stretch: Rewritten, now: number): Promise<readonly string[]>
}

interface Exported {
  readonly settlement: Settlement
}
const files: Readonly<Record<string, Exported>> = {
  ...import.meta.glob<Exported>('../*/settle.ts', { eager: true }),
  ...import.meta.glob<Exported>('../services/*/settle.ts', { eager: true }),
}
export const settlements: readonly Settlement[] = Object.entries(files)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, file]) => file.settlement)

const byEffect = new Map(settlements.flatMap(s => s.effects.map(effect => [effect, s] as const)))
export function settlementOf(effect: Effect['effect']): Settlement {
  const found = byEffect.get(effect)
  if (!found) throw new TypeError(`nobody settles the effect ${effect}`)
  return found
}

/** A begun thing that was kept before, and one that is derived now; `to` Infinity while it goes on. */
export interface Span {
  readonly from: number
  readonly to: number
}
/**
 * Which kept row each derived one continues: ids survive a rewriting. In order of time each takes the kept one that it overlaps most;
 * where it swallows several whole (a merge), the oldest; where several share one (a split), the earliest of them keeps it.
 * @returns for each derived one the index of its kept one, or -1
 */
export function continued(kept: readonly Span[], derived: readonly Span[]): number[] {
  const overlap = (a: Span, b: Span) => Math.min(a.to, b.to) - Math.max(a.from, b.from)
  const touches = (a: Span, b: Span) => overlap(a, b) > 0 || a.from === b.from
  const taken = new Set<number>()
  return derived.map(d => {
    const candidates = kept.flatMap((k, i) => (!taken.has(i) && touches(k, d) ? [i] : []))
    const alone = candidates.every(i => derived.every(other => other === d || !touches(kept[i] as Span, other)))
    let best = -1
    for (const i of candidates) {
      const k = kept[i] as Span
      const b = kept[best]
      if (b === undefined || (alone ? k.from < b.from : overlap(k, d) > overlap(b, d))) best = i
    }
    if (best >= 0) taken.add(best)
    return best
  })
}
