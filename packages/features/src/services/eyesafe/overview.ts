// The state of starter and lock.
import type { Overview } from '../overview.ts'
import { lock, starter } from './kinds.ts'
import { bit, starterStatusOf } from './rules.ts'

const overview: Overview = {
  kinds: [starter.kind, lock.kind],
  read({ reading }) {
    const [start, locks] = [reading(starter), reading(lock)]
    if (start === null && locks === null) return null
    return {
      at: Math.max(start?.at ?? 0, locks?.at ?? 0),
      data: {
        ignition_status: starterStatusOf(start?.data ?? null),
        lock_status: bit(locks?.data.lock_open),
      },
    }
  },
  texts: ({ ignition_status, lock_status }) => [
    ...(typeof ignition_status === 'number'
      ? [{ key: `overviews.reading.starter.${ignition_status}` }]
      : []),
    ...(typeof lock_status === 'number' ? [{ key: `overviews.reading.lock.${lock_status}` }] : []),
  ],
}
export default overview
