// A clock that catches up, and lines that report the progress of a simulated fleet.
import { DEMO_VEHICLES } from '@flotta/features/provider/demo/fleet.ts'
import type { Progress } from './demo.ts'

/** A clock that begins at `from` (null: now) and runs `speedup` times as fast until it has caught up with `now`. */
export function catchingUp(from: number | null, speedup: number, now: () => number): () => number {
  if (from === null) return now
  const began = now()
  return () => Math.min(from + (now() - began) * speedup, now())
}

/** Reports the progress of a fleet every `seconds`; `past`: only until the past is delivered. */
export function progressLines(
  tell: (line: string) => void,
  seconds: number,
  past = false,
): (progress: Progress) => void {
  let turn = 0
  let before = 0
  let isAnnounced = false
  let endedConnections = 0
  return ({ vehicles, live, records, refused, closed, waiting, now }) => {
    endedConnections += closed
    const ends = live === vehicles
    if (isAnnounced || (++turn % seconds !== 0 && !(past && ends))) return
    const rate = Math.round((records - before) / seconds)
    before = records
    const count = records.toLocaleString('en')
    if (past && ends) {
      isAnnounced = true
      tell(`Demo fleet: the past is complete, ${count} records; ${vehicles} vehicles report live`)
    } else if (past)
      tell(
        `Demo fleet: past of ${live} of ${vehicles} vehicles, ${count} records, ${rate.toLocaleString('en')}/s`,
      )
    else {
      const parts = [
        `${new Date(now).toISOString().slice(0, 19)}Z`,
        `${live} of ${vehicles} live`,
        `${count} records`,
        `${rate.toLocaleString('en')}/s`,
      ]
      if (waiting > 0) parts.push(`${waiting} waiting`)
      if (refused > 0) parts.push(`${refused} refused: not registered (--list prints them)`)
      // The server keeps the newest connection of a tracker.
      if (endedConnections > 0)
        parts.push(
          `${endedConnections} connections ended by the server: does its own demo drive the same vehicles? Use --imei-from ${DEMO_VEHICLES}, or start it with FLOTTA_DEMO=0`,
        )
      endedConnections = 0
      tell(parts.join(' · '))
    }
  }
}
