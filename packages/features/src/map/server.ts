// The global map: pins, and the satellite layer.
import { Written } from '@flotta/core/contract.ts'
import { type Context, feature, handle } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
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
/** Who sees what, and under which name, changes at once; an answer that is being read meanwhile may be older. */
const sharedOf = once(ctx => {
  const shared = new Map<number, Shared>()
  ctx.changes.on(() => shared.clear())
  return shared
})

function sharedPins(ctx: Context, customer_id: number): Promise<Pins> {
  const shared = sharedOf(ctx)
  const before = shared.get(customer_id)
  if (before !== undefined && (before.until === null || before.until > performance.now())) return before.pins
  const fresh: Shared = { pins: pinsOf(ctx, customer_id).then(pins => new Written(pins)), until: null }
  shared.set(customer_id, fresh)
  const forget = () => void (shared.get(customer_id) === fresh && shared.delete(customer_id))
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
})
