// Alerts of the doors: one open while the vehicle moves, the siren that sounds, the alarm that is armed.
import { derivation, type Effect } from '@flotta/core/derivation.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { cleared, placeOf, raised } from '../../alerts/rules.ts'
import { alerts } from './alerts.ts'
import { anyOpen, type Doors, doorNames, ownDoors } from './rules.ts'

/** A door that swings as the vehicle sets off is no alert yet. */
const OPEN_FOR = MINUTE

interface Driving {
  /** As last told. */
  readonly open: boolean
  readonly moving: boolean
  /** When, and where, both began to hold; null: they do not. */
  readonly since: { readonly at: number; readonly place: Effect<'raise'>['place'] } | null
  readonly active: boolean
}

const openWhileMoving = derivation<Driving>({
  name: 'door_open',
  needs: ['door', 'moving'],
  start: { open: false, moving: false, since: null, active: false },
  step(memory, sample, { configurations }) {
    const open = sample.door === null ? memory.open : anyOpen(ownDoors(sample.door, configurations))
    const moving = sample.moving ?? memory.moving
    if (!open || !moving) {
      if (open === memory.open && moving === memory.moving) return null
      const state = { open, moving, since: null, active: false }
      return memory.active ? { state, effects: [cleared(alerts.door_open.id, sample.at)] } : { state }
    }
    if (memory.since === null) return { state: { open, moving, since: { at: sample.at, place: placeOf(sample) }, active: false } }
    if (memory.active || sample.at - memory.since.at < OPEN_FOR) return null
    const doors = sample.door === null ? null : ownDoors(sample.door, configurations)
    const data = doors === null ? {} : { doors: doorNames.flatMap((name, i) => (doors[name] === true ? [i + 1] : [])).join(', ') }
    return { state: { ...memory, active: true }, effects: [{ ...raised(alerts.door_open.id, sample, data), ...memory.since }] }
  },
})

/** Holds while a value that is wired is told to be on. */
const whileOn = (name: 'siren' | 'armed', alert_id: number) =>
  derivation<boolean>({
    name: `door_${name}`,
    needs: ['door'],
    start: false,
    step(active, sample, { configurations }) {
      const { door } = sample
      if (door === null || door[name] === null) return null
      const on = (ownDoors(door, configurations) as Doors)[name] === true
      if (on === active) return null
      return { state: on, effects: [on ? raised(alert_id, sample, {}) : cleared(alert_id, sample.at)] }
    },
  })

export const derivations = [openWhileMoving, whileOn('siren', alerts.door_siren.id), whileOn('armed', alerts.door_locking.id)]
