// Alerts of the cold chain: temperature off its setpoint, setpoint off the work order, a unit that is off, in alarm or changed by hand, a door open while the unit runs.
import '../eyedoor/kinds.ts'
import './kinds.ts'
import { derivation } from '@flotta/core/derivation.ts'
import {
  type ConditionState,
  conditionEffects,
  nextCondition,
  ruleOf,
  watch,
} from '../../alerts/incidents/rules.ts'
import { anyOpen, openDoorsOf, ownDoors } from '../eyedoor/rules.ts'
import { alerts } from './alerts.ts'
import { isOn, offRange } from './derive-off-range.ts'
import { type OrderOutcome, ordersOf, overridesOf } from './orders.ts'
import { watchedOf } from './rules.ts'

const offOrder = watch({
  name: 'setpoint_out_of_range',
  alert: alerts.setpoint_out_of_range,
  needs: ['fridge'],
  holds({ fridge }, { configurations }) {
    if (fridge === null) return null
    const { ordered: orderedSetpoint } = watchedOf(configurations)
    return orderedSetpoint === null
      ? false
      : fridge.setpoint_t1 === null
        ? null
        : fridge.setpoint_t1 !== orderedSetpoint
  },
  data: ({ fridge }, { configurations }) => ({
    setpoint: fridge?.setpoint_t1 ?? null,
    ordered: watchedOf(configurations).ordered,
  }),
})
const off = watch({
  name: 'cooling_system_off',
  alert: alerts.cooling_system_off,
  needs: ['fridge'],
  holds({ fridge }) {
    const on = fridge === null ? null : isOn(fridge)
    return on === null ? null : !on
  },
})
const alarm = watch({
  name: 'cooling_system_alarm',
  alert: alerts.cooling_system_alarm,
  needs: ['fridge'],
  holds({ fridge }) {
    const status = fridge?.alarm_status ?? null
    return status === null ? null : status >= 1
  },
})

interface DoorOpen {
  readonly on: boolean
  readonly open: boolean
  /** Needed only when the rule excludes parked vehicles. */
  readonly parked?: boolean
  readonly held: ConditionState
}
const openDoor = ruleOf(alerts.cooling_door_open)
const doorOpen = derivation<DoorOpen>({
  name: 'cooling_door_open',
  needs: ['fridge', 'door', 'ignition'],
  start: { on: false, open: false, held: false },
  stored: {
    // In the older form both alerts were raised at once.
    read: json => ({
      ...(json as DoorOpen),
      held: (json as DoorOpen).held ?? ((json as DoorOpen).on && (json as DoorOpen).open),
    }),
  },
  step(before, sample, facts) {
    const { fridge, door, ignition } = sample
    const rule = openDoor(facts)
    if (fridge === null && door === null && rule.parked) return null
    const on = fridge === null ? before.on : (isOn(fridge) ?? before.on)
    const open = door === null ? before.open : anyOpen(ownDoors(door, facts.configurations))
    const parked = rule.parked ? undefined : ignition === null ? before.parked : !ignition
    const now = nextCondition(rule, before.held, on && open && parked !== true, sample)
    if (on === before.on && open === before.open && parked === before.parked && now === before.held)
      return null
    const state = { on, open, ...(parked !== undefined && { parked }), held: now }
    return {
      state,
      effects:
        now === before.held
          ? []
          : conditionEffects(
              alerts.cooling_door_open.id,
              before.held,
              now,
              sample,
              openDoorsOf(door, facts.configurations),
            ),
    }
  },
})

interface Override {
  /** How each order was taken, by its value. */
  readonly taken: Readonly<Record<string, OrderOutcome>>
  readonly held: ConditionState
}
const NO_ORDERS: ReturnType<typeof ordersOf> = []
const overridden = ruleOf(alerts.local_unit_override)
const override = derivation<Override>({
  name: 'local_unit_override',
  needs: ['fridge'],
  start: { taken: {}, held: false },
  step(memory, sample, facts) {
    const { fridge, at } = sample
    const orders = facts.executed === undefined ? NO_ORDERS : ordersOf(facts.executed)
    if (fridge === null || (orders.length === 0 && memory.held === false)) return null
    const { taken, off } = overridesOf(memory.taken, orders, fridge, at)
    const now = nextCondition(overridden(facts), memory.held, off !== null, sample)
    if (now === memory.held) return taken === memory.taken ? null : { state: { taken, held: now } }
    const data =
      off === null
        ? {}
        : {
            of: off.order.field,
            compartment: off.order.compartment,
            ordered: off.order.value,
            value: off.value,
          }
    return {
      state: { taken, held: now },
      effects: conditionEffects(alerts.local_unit_override.id, memory.held, now, sample, data),
    }
  },
})

export const derivations = [offRange, offOrder, off, alarm, doorOpen, override]
