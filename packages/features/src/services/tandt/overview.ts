// Whether something is coupled, and whether it is authorised.
import type { Overview } from '../overview.ts'
import { beacon } from './kinds.ts'
import { authorizedBy, beaconState, shownCode } from './rules.ts'

const overview: Overview = {
  kinds: [beacon.kind],
  read({ reading, configurations }) {
    const last = reading(beacon)
    if (last === null) return null
    const { beacon_code } = last.data
    const locked = beacon_code === '' ? 0 : 1
    return {
      at: last.at,
      data: {
        locked,
        authorized: authorizedBy(configurations.tandt_authorized, beacon_code),
        beacon_code: beacon_code === '' ? null : beacon_code,
      },
    }
  },
  texts({ locked, authorized, beacon_code }) {
    const state = beaconState({
      locked: locked as 0 | 1 | null,
      authorized: authorized as 0 | 1 | null,
    })
    return [
      {
        key: `overviews.reading.beacon.${state}`,
        ...(state === 'unauthorized' && { tone: 'alarm' }),
      },
      ...(typeof beacon_code === 'string' ? [{ text: shownCode(beacon_code) }] : []),
    ]
  },
}
export default overview
