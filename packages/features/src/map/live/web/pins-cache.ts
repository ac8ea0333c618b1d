// The pins in the query cache: patched by the stream and the polls, and read completely from time to time.
import { call, query } from '@flotta/ui/api.ts'
import type { QueryClient } from '@tanstack/react-query'
import { type Pin, pins } from '../../global-map/contract.ts'
import { inPlateOrder, patchPins } from '../../global-map/rules.ts'

/**
 * With more vehicles than this, patches are collected and applied together, ms apart: rendering the
 * screen costs more than a patch.
 */
const MANY = 1_000
const TOGETHER = 1_000
/** Least time between two calls of `onTurned`, ms. */
const RECOUNT = 3_000

export interface PinsCache {
  patch(changed: readonly Pin[], removed?: readonly number[]): void
  /** Reads all pins again; rejects when that fails. */
  read(): Promise<void>
}

/** Notes changed pins; if the connection status of one changed, `onTurned` is called a moment later. */
function turnsOf(
  allPins: () => readonly Pin[],
  signal: AbortSignal,
  onTurned: () => void,
): (changed: readonly Pin[]) => void {
  const statuses = new Map<number, Pin['status']>()
  let recount: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(recount), { once: true })
  return changed => {
    if (statuses.size === 0) for (const { id, status } of allPins()) statuses.set(id, status)
    const differs = changed.some(({ id, status }) => statuses.get(id) !== status)
    for (const { id, status } of changed) statuses.set(id, status)
    if (differs)
      recount ??= setTimeout(() => {
        recount = undefined
        onTurned()
      }, RECOUNT)
  }
}

/** `onTurned`: the connection status of some vehicle has changed. */
export function pinsCache(
  client: QueryClient,
  signal: AbortSignal,
  onTurned: () => void,
): PinsCache {
  const { queryKey } = query(pins, {})
  /** Patches that arrived while all pins were being read; they may be newer than that answer. */
  let meanwhile: Map<number, Pin> | null = null
  /** Patches that wait to be applied together. */
  const waitingPins = new Map<number, Pin>()
  let gathering: ReturnType<typeof setTimeout> | undefined
  const noteTurns = turnsOf(() => client.getQueryData(queryKey) ?? [], signal, onTurned)
  signal.addEventListener('abort', () => clearTimeout(gathering), { once: true })

  const applyGathered = (removed: readonly number[] = []) => {
    clearTimeout(gathering)
    gathering = undefined
    const changed = [...waitingPins.values()]
    waitingPins.clear()
    client.setQueryData(queryKey, old =>
      old === undefined ? old : patchPins(old, changed, removed),
    )
  }
  return {
    patch(changed, removed = []) {
      noteTurns(changed)
      for (const pin of changed) {
        meanwhile?.set(pin.id, pin)
        waitingPins.set(pin.id, pin)
      }
      if (removed.length > 0 || (client.getQueryData(queryKey)?.length ?? 0) <= MANY)
        applyGathered(removed)
      else gathering ??= setTimeout(applyGathered, TOGETHER)
    },
    async read() {
      if (meanwhile !== null) return
      // A first reading that failed is repeated by the screen that needs it.
      if (client.getQueryData(queryKey) === undefined)
        return client.invalidateQueries({ queryKey }, { cancelRefetch: false })
      meanwhile = new Map()
      try {
        const fresh = await call(pins, {}, signal)
        client.setQueryData(queryKey, patchPins(inPlateOrder(fresh), [...meanwhile.values()]))
      } finally {
        meanwhile = null
      }
    },
  }
}
