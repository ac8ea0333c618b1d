// Vehicles enter, leave and stay in areas: alerts 8 to 11 and 39. The alert of an entry is open while the vehicle is inside, that of a stay from when it has
// lasted long enough. The alert of an exit is open until the vehicle comes back, at most 60 minutes.

import { derivation, type Effect } from '@flotta/core/derivation.ts'
import type { StateCodec } from '@flotta/core/state-codec.ts'
import type { Watcher } from './area-index.ts'
import { clearEffect, EXIT_ALERTS, endVisit } from './derive-area-alerts.ts'
import { type AreasMemory, crossAreas } from './derive-crossing.ts'

declare module '@flotta/core/derivation.ts' {
  interface VehicleFacts {
    /** The customers whose areas are watched for the vehicle. */
    readonly watchers: readonly Watcher[]
  }
}
export const START: AreasMemory = { inside: [], left: [] }

/** Earlier versions stored both lists as objects. */
const stateCodec: StateCodec<AreasMemory> = {
  read: json => {
    const memory = json as AreasMemory
    return { ...memory, inside: Object.values(memory.inside), left: Object.values(memory.left) }
  },
}

const areas = derivation<AreasMemory>({
  name: 'areas',
  needs: ['position', 'private_mode'],
  start: START,
  stored: stateCodec,
  step(memory, sample, facts) {
    const { at, position } = sample
    const switched = sample.private_mode?.private_mode ?? memory.switched === true
    if (switched || facts.private_times?.holds(at)) {
      if (memory.quiet && switched === (memory.switched === true)) return null
      const since = switched ? at : (facts.private_times?.since(at) ?? at)
      return {
        state: { ...START, quiet: true, ...(switched && { switched }) },
        effects: memory.quiet ? [] : clearAll(memory, since),
      }
    }
    if (memory.quiet === undefined) return crossAreas(memory, sample, facts)
    // The vehicle may have arrived during the private time, so the arrival is not reported, but the departure will be.
    if (position !== null)
      return { state: crossAreas(START, { ...sample, previous: null }, facts)?.state ?? START }
    return memory.switched ? { state: { ...START, quiet: true } } : null
  },
})
export const derivations = [areas]

/** Clears the alerts when the time in which they may be reported ends. */
const clearAll = ({ inside, left: exits }: AreasMemory, at: number): Effect[] => [
  ...inside.flatMap(was => endVisit(was, Math.max(was.since, at))),
  ...exits.map(was => clearEffect(EXIT_ALERTS[was.kind], was, Math.max(was.since, at))),
]
