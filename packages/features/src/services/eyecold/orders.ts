// Compares what commands ordered of a unit with what it reports, and detects that it was set by hand.
import { memoize } from '@flotta/core/memoize.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { ON, type Setpoint } from './rules.ts'

/** The values that can be requested of a unit. */
export type CommandTarget =
  | Setpoint
  | 'overall_status'
  | 'operation_status_c2'
  | 'operation_status_c3'
  | 'operating_mode'

/** A request that may still take effect. Epoch ms. On and off belong to a compartment, from 1. */
export interface Wish {
  readonly field: CommandTarget
  readonly compartment: number
  readonly value: number
  readonly since: number
}
/** Values that switch the unit or a compartment on or off. */
const switches: ReadonlySet<CommandTarget> = new Set([
  'overall_status',
  'operation_status_c2',
  'operation_status_c3',
])
/**
 * The requests that no later reading has confirmed, newest first. A request that was confirmed once stays confirmed, even if the unit is changed by hand
 * later.
 */
export function unconfirmedWishes<W extends Wish>(
  wishes: readonly W[],
  readings: readonly { readonly at: number; readonly data: Saying }[],
): W[] {
  const newest = new Map<string, W>()
  for (const wish of wishes) {
    const key = `${wish.field} ${wish.compartment}`
    if (wish.since >= (newest.get(key)?.since ?? Number.NEGATIVE_INFINITY)) newest.set(key, wish)
  }
  const unitValue = (unit: Saying, { field, compartment }: Wish) =>
    switches.has(field) ? (switchedOf(unit, compartment) ?? unit.overall_status) : unit[field]
  return [...newest.values()]
    .filter(
      wish => !readings.some(r => r.at >= wish.since && unitValue(r.data, wish) === wish.value),
    )
    .sort((x, y) => y.since - x.since)
}

/** An executed command. */
export interface ExecutedCommand {
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
  /** Epoch ms. */
  readonly at: number
}
/** The value that a unit should have by the newest command for it. */
export interface Order {
  readonly field: 'setpoint' | 'on' | 'mode'
  readonly compartment: number
  readonly value: number
  readonly at: number
}
const orderKinds: Readonly<
  Record<string, (args: ExecutedCommand['args']) => Pick<Order, 'field' | 'value'>>
> = {
  setpoint: ({ value }) => ({ field: 'setpoint', value: Number(value) }),
  on: () => ({ field: 'on', value: 1 }),
  off: () => ({ field: 'on', value: 0 }),
  mode: ({ mode }) => ({ field: 'mode', value: Number(mode) }),
}
/** The orders of some commands; memoized, because every record needs them. */
export const ordersOf = memoize((commands: readonly ExecutedCommand[]): readonly Order[] => {
  const newest = new Map<string, Order>()
  for (const { action, args, at } of commands) {
    const wish = orderKinds[action]?.(args)
    if (wish === undefined) continue
    const order = { ...wish, compartment: Number(args.compartment ?? 1), at }
    const key = keyOf(order)
    if (at >= (newest.get(key)?.at ?? 0)) newest.set(key, order)
  }
  return [...newest.values()]
})
const keyOf = ({ field, compartment }: Pick<Order, 'field' | 'compartment'>): string =>
  `${field} ${compartment}`

/** The reported values of a unit that can be requested. */
type Saying = {
  readonly [K in Setpoint | `operation_status_c${1 | 2 | 3}` | 'overall_status' | 'operating_mode']:
    | number
    | null
}
const compartmentNumber = (compartment: number): 1 | 2 | 3 =>
  compartment === 2 || compartment === 3 ? compartment : 1
/** Whether a compartment runs (1) or not (0); null: not reported. */
function switchedOf(fridge: Saying, compartment: number): number | null {
  const n = compartmentNumber(compartment)
  const status = fridge[`operation_status_c${n}`]
  return status !== null ? Number((status & ON) !== 0) : n === 1 ? fridge.overall_status : null
}
function reportedValue(fridge: Saying, { field, compartment }: Order): number | null {
  if (field === 'mode') return fridge.operating_mode
  return field === 'setpoint'
    ? fridge[`setpoint_t${compartmentNumber(compartment)}`]
    : switchedOf(fridge, compartment)
}

/** A unit that has not followed an order after this time was set by hand. */
const FOLLOWS_WITHIN = 5 * MINUTE
/** How a unit took an order: time of the order, value before the unit followed, and whether it has followed. */
export type OrderOutcome = readonly [at: number, before: number | null, followed: boolean]
export interface Overrides {
  readonly taken: Readonly<Record<string, OrderOutcome>>
  /** The first order that the unit does not follow, with the value that it has instead. */
  readonly off: { readonly order: Order; readonly value: number } | null
}
/**
 * Whether the unit still is as it was last ordered. It was set by hand when it leaves the ordered value, takes a third value, or has not followed for
 * minutes.
 */
export function overridesOf(
  before: Readonly<Record<string, OrderOutcome>>,
  orders: readonly Order[],
  fridge: Saying,
  at: number,
): Overrides {
  const outcomes: Record<string, OrderOutcome> = {}
  let off: Overrides['off'] = null
  let isSame = Object.keys(before).length === orders.length
  for (const order of orders) {
    const key = keyOf(order)
    const last = before[key]
    const value = reportedValue(fridge, order)
    const outcome: OrderOutcome =
      last !== undefined && last[0] === order.at ? last : [order.at, last?.[1] ?? null, false]
    const hasFollowed = outcome[2] || value === order.value
    const first = outcome[1] ?? value
    outcomes[key] =
      outcome === last && hasFollowed === outcome[2] && first === outcome[1]
        ? outcome
        : [order.at, hasFollowed ? order.value : first, hasFollowed]
    if (outcomes[key] !== last) isSame = false
    if (value === null || value === order.value) continue
    if (
      off === null &&
      (outcome[2] ||
        (outcome[1] !== null && value !== outcome[1]) ||
        at - order.at >= FOLLOWS_WITHIN)
    )
      off = { order, value }
  }
  return { taken: isSame ? before : outcomes, off }
}
