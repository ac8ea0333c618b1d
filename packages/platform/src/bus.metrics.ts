// Metrics of the bus, whichever implementation is in use.
import type { Bus } from './bus.ts'
import { gauge } from './metrics.ts'

const pending = gauge({
  name: 'flotta_bus_pending_records',
  help: 'Records published here and not yet committed',
})
const members = gauge({
  name: 'flotta_bus_members',
  help: 'Processes that show signs of life, as this one sees it',
})
const away = gauge({
  name: 'flotta_bus_away',
  help: '1: the other processes cannot be reached now',
})

/** Returns a function that removes the metrics of this bus. */
export function registerBusMetrics(bus: Bus): () => void {
  const stops = [
    pending.from(() => bus.pending),
    members.from(() => bus.members().length),
    away.from(() => (bus.state === 'away' ? 1 : 0)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
