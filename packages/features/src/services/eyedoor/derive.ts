// Alerts of the doors: a door open while driving, the siren sounding, the alarm armed.
import { derivation, type Effect } from '@flotta/core/derivation.ts'
import {
  type ConditionState,
  conditionEffects,
  nextCondition,
  ruleOf,
  watch,
} from '../../alerts/incidents/rules.ts'
import { alerts } from './alerts.ts'
import { anyOpen, openDoorsOf, ownDoors } from './rules.ts'

interface Driving {
  /** As last reported. */
  readonly open: boolean
  readonly moving: boolean
  readonly held: ConditionState
}
/** The stored form before all alerts shared one form of state. */
interface Before {
  readonly open: boolean
  readonly moving: boolean
  readonly since: { readonly at: number; readonly place: Effect<'raise'>['place'] } | null
  readonly active: boolean
}

/** The dwell tolerates a door that swings when the vehicle starts. */
const driving = ruleOf(alerts.door_open)
const openWhileMoving = derivation<Driving>({
  name: 'door_open',
  needs: ['door', 'moving'],
  start: { open: false, moving: false, held: false },
  stored: {
    read(json) {
      if ((json as Driving).held !== undefined) return json as Driving
      const { open, moving, since, active } = json as Before
      return { open, moving, held: active || (since === null ? false : { since }) }
    },
  },
  step(memory, sample, facts) {
    const open =
      sample.door === null ? memory.open : anyOpen(ownDoors(sample.door, facts.configurations))
    const moving = sample.moving ?? memory.moving
    const now = nextCondition(driving(facts), memory.held, open && moving, sample)
    if (now === memory.held)
      return open === memory.open && moving === memory.moving
        ? null
        : { state: { open, moving, held: now } }
    return {
      state: { open, moving, held: now },
      effects: conditionEffects(
        alerts.door_open.id,
        memory.held,
        now,
        sample,
        openDoorsOf(sample.door, facts.configurations),
      ),
    }
  },
})

/** An alert that is raised while a wired value is on. */
const whileOn = (name: 'siren' | 'armed', alert: (typeof alerts)['door_siren' | 'door_locking']) =>
  watch({
    name: `door_${name}`,
    alert,
    needs: ['door'],
    holds: ({ door }, { configurations }) =>
      door === null || door[name] === null ? null : ownDoors(door, configurations)[name] === true,
  })

export const derivations = [
  openWhileMoving,
  whileOn('siren', alerts.door_siren),
  whileOn('armed', alerts.door_locking),
]
