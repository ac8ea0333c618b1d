// The global map: pins, and the satellite layer.
import { Written } from '@flotta/core/contract.ts'
import { type Context, feature, handle } from '@flotta/platform/feature.ts'
import * as contract from './contract.ts'
import { pinsOf } from './queries.ts'
import { satelliteTile } from './satellite.ts'

/** A customer's screens ask for the same pins at about the same time; an answer serves all of them this long, ms. The stream brings what is newer. */
const SHARED_MS = 500
type Pins = Written<contract.Pin[]>
interface Shared {
  readonly pins: Promise<Pins>
  /** Of the process's clock; null while it is being read. */
  until: number | null
}
const shared = new WeakMap<Context, Map<number, Shared>>()

function sharedPins(ctx: Context, customer_id: number): Promise<Pins> {
  const known = shared.get(ctx)
  const before = known?.get(customer_id)
  if (before !== undefined && (before.until === null || before.until > performance.now())) return before.pins
  const fresh: Shared = { pins: pinsOf(ctx, customer_id).then(pins => new Written(pins)), until: null }
  known?.set(customer_id, fresh)
  const forget = () => void (known?.get(customer_id) === fresh && known.delete(customer_id))
  fresh.pins.then(() => {
    fresh.until = performance.now() + SHARED_MS
    setTimeout(forget, SHARED_MS).unref()
  }, forget)
  return fresh.pins
}

export default feature({
  handlers: [
    handle(contract.pins, ({ caller, ctx }) => sharedPins(ctx, caller.customer_id)),
    handle(contract.satelliteTile, ({ params, caller, ctx }) => satelliteTile(ctx, caller.customer_id, params)),
  ],
  start: {
    api: async ctx => {
      const known = new Map<number, Shared>()
      shared.set(ctx, known)
      // who sees what, and under which name, changes at once; an answer that is being read meanwhile may be older
      const stop = ctx.changes.on(() => known.clear())
      return async () => {
        stop()
        shared.delete(ctx)
      }
    },
  },
})
