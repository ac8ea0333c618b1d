// Keeps the query cache live: the stream's patches while it speaks, the polls when it does not, one catch-up after a sleep. The only writer of live data.
import type { ReplyOf } from '@flotta/core/contract.ts'
import { call, query } from '@flotta/ui/api.ts'
import { session } from '@flotta/ui/session.ts'
import { openStream } from '@flotta/ui/sse.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { active as activeAlerts } from '../../alerts/contract.ts'
import { type Pin, pins } from '../../map/contract.ts'
import { inPlateOrder, patchPins } from '../../map/rules.ts'
import { list as notifications, unreaded } from '../../notifications/contract.ts'
import { services } from '../../services/services.ts'
import { one, statistics, typesStatistics, list as vehicles } from '../../vehicles/contract.ts'
import { stream, updates, vehicleUpdates } from '../contract.ts'

/** Polls of P §4, ms; with a healthy stream only the second, as reconciliation. */
const POLL = 10_000
const RECONCILE = 60_000
/** Totals are asked for again at most this often, ms. */
const RECOUNT = 3_000
/** Of more vehicles than this, patches are applied together, at most so often, ms: drawing the screen costs more than a patch. */
const MANY = 1_000
const TOGETHER = 1_000
/** A pause between two ticks that only a sleep explains, ms. */
const SLEPT = 3 * POLL
/** After a longer absence all is read again instead of caught up, ms. */
const CATCH_UP_MAX = 3_600_000

const ofVehicle = z.object({ params: z.object({ id: z.number() }) })
/** The vehicle that a query is about; null for any other. */
function vehicleOf({ queryKey }: Query): number | null {
  const args = ofVehicle.safeParse(queryKey[1])
  return args.success ? args.data.params.id : null
}
const pathOf = ({ queryKey }: Query): string => (typeof queryKey[0] === 'string' ? queryKey[0] : '')

/** Whether news of these kinds make a query of a service panel out of date. Tracks are not read again: panels append to them. */
export function isTouched(path: string, kinds: readonly string[]): boolean {
  return services.some(({ code, kinds: own }) => {
    const base = `/services/${code}/:id`
    const news = own.filter(kind => kinds.includes(kind))
    return news.length > 0 && (path === base || news.some(kind => path === `${base}/${kind}_history`))
  })
}

export interface Live {
  readonly healthy: () => boolean
  readonly subscribe: (listener: () => void) => () => void
}

/** Runs until `signal` aborts. */
export function startLive(client: QueryClient, signal: AbortSignal): Live {
  const pinsKey = query(pins, {}).queryKey
  /** `from` of the next question for what changed. */
  let until: string | null = null
  /** Patches that came while all pins were being read: that answer may be older than they are. */
  let meanwhile: Map<number, Pin> | null = null

  const again = (...paths: readonly string[]) => {
    for (const path of paths) void client.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false })
  }
  /** Vehicle → its last known status: a change makes the totals by status out of date. */
  const statuses = new Map<number, Pin['status']>()
  let recount: ReturnType<typeof setTimeout> | undefined
  const turned = (changed: readonly Pin[]) => {
    if (statuses.size === 0) for (const { id, status } of client.getQueryData(pinsKey) ?? []) statuses.set(id, status)
    const differs = changed.some(({ id, status }) => statuses.get(id) !== status)
    for (const { id, status } of changed) statuses.set(id, status)
    if (differs)
      recount ??= setTimeout(() => {
        recount = undefined
        again(statistics.path, typesStatistics.path)
      }, RECOUNT)
  }
  /** Patches that wait to be applied together. */
  const gathered = new Map<number, Pin>()
  let gathering: ReturnType<typeof setTimeout> | undefined
  const applyGathered = (removed: readonly number[] = []) => {
    clearTimeout(gathering)
    gathering = undefined
    const changed = [...gathered.values()]
    gathered.clear()
    client.setQueryData(pinsKey, old => (old === undefined ? old : patchPins(old, changed, removed)))
  }
  const apply = (changed: readonly Pin[], removed: readonly number[] = []) => {
    turned(changed)
    for (const pin of changed) {
      meanwhile?.set(pin.id, pin)
      gathered.set(pin.id, pin)
    }
    if (removed.length > 0 || (client.getQueryData(pinsKey)?.length ?? 0) <= MANY) applyGathered(removed)
    else gathering ??= setTimeout(applyGathered, TOGETHER)
  }
  const touch = (vehicle: number, kinds: readonly string[]) =>
    void client.invalidateQueries({ predicate: q => vehicleOf(q) === vehicle && isTouched(pathOf(q), kinds) }, { cancelRefetch: false })
  const alerted = (ids: readonly number[]) => {
    again(activeAlerts.path)
    const concerned = new Set(ids)
    void client.invalidateQueries(
      { predicate: q => concerned.has(vehicleOf(q) ?? -1) && (pathOf(q) === one.path || pathOf(q) === '/services/system/:id') },
      { cancelRefetch: false },
    )
  }

  const readPins = async (): Promise<void> => {
    if (client.getQueryData(pinsKey) === undefined || meanwhile !== null) return
    meanwhile = new Map()
    try {
      const fresh = await call(pins, {}, signal)
      client.setQueryData(pinsKey, patchPins(inPlateOrder(fresh), [...meanwhile.values()]))
    } finally {
      meanwhile = null
    }
  }
  const catchUp = async (): Promise<void> => {
    const from = until
    if (from === null) return
    const { data, meta } = await call(updates, { body: { from } }, signal)
    until = meta.until
    apply(data.pins, data.removed)
    if (data.alerts.length > 0) alerted(data.alerts.map(a => a.pivot.vehicle_id))
    if (data.notifications.length > 0) again(notifications.path, unreaded.path)
    for (const id of openVehicles()) {
      const { data: news } = await call(vehicleUpdates, { params: { id }, query: { from } }, signal)
      touch(id, news.kinds)
    }
  }
  /** Vehicles whose panels are open: somebody looks at their data. */
  const openVehicles = (): Set<number> =>
    new Set(
      client
        .getQueryCache()
        .findAll({ type: 'active', predicate: q => pathOf(q).startsWith('/services/') })
        .map(vehicleOf)
        .filter(id => id !== null),
    )
  const readAll = () => {
    void readPins().catch(ignore)
    void client.invalidateQueries({ predicate: q => pathOf(q) !== pins.path && !pathOf(q).endsWith('/history') })
  }
  // A failed poll is tried again at the next tick; the session and the panels tell what must be told.
  const ignore = () => undefined

  const onEvent = (event: ReplyOf<typeof stream>): void => {
    switch (event.event) {
      case 'hello':
        if (until === null) until = event.until
        else void catchUp().catch(ignore)
        break
      case 'pins':
        until = event.until
        apply(event.pins)
        for (const [vehicle, kinds] of event.kinds) touch(vehicle, kinds)
        break
      case 'alerts':
        until = event.until
        alerted(event.vehicles)
        break
      case 'notifications':
        until = event.until
        again(notifications.path, unreaded.path)
        break
      case 'vehicles':
        until = event.until
        void readPins().catch(ignore)
        again(vehicles.path, one.path, statistics.path, typesStatistics.path)
        break
      case 'resync':
        readAll()
        break
      case 'bye':
        // Renewing finds out whether the session is over or was only replaced.
        void session.renew().catch(ignore)
    }
  }
  const line = openStream(stream, onEvent, { signal })

  let ticked = Date.now()
  let reconciled = ticked
  const tick = () => {
    const at = Date.now()
    const slept = at - ticked > SLEPT
    ticked = at
    if (slept && until !== null && at - Date.parse(until) > CATCH_UP_MAX) {
      until = new Date(at - SLEPT).toISOString()
      readAll()
      return
    }
    if (slept || !line.healthy()) {
      until ??= new Date(at - SLEPT).toISOString()
      void catchUp().catch(ignore)
      void readPins().catch(ignore)
      reconciled = at
    } else if (at - reconciled >= RECONCILE) {
      reconciled = at
      void readPins().catch(ignore)
    }
  }
  const timer = setInterval(tick, POLL)
  const wake = () => {
    if (document.visibilityState === 'visible' && Date.now() - ticked > SLEPT) tick()
  }
  document.addEventListener('visibilitychange', wake)
  signal.addEventListener(
    'abort',
    () => {
      clearInterval(timer)
      clearTimeout(recount)
      clearTimeout(gathering)
      document.removeEventListener('visibilitychange', wake)
    },
    { once: true },
  )
  return line
}
