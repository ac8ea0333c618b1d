// Alerts of the way that a vehicle goes: too fast.
import { derivation } from '@flotta/core/derivation.ts'
import { cleared, raised } from '../../alerts/rules.ts'
import { speedLimit } from '../../vehicles/catalogue.ts'
import { alerts } from './alerts.ts'

const speeding = derivation<boolean>({
  name: 'speed_limit',
  needs: ['position'],
  start: false,
  step(active, sample, { vehicle_type, configurations }) {
    const { at, position } = sample
    if (position === null) return null
    const limit = speedLimit(vehicle_type, configurations)
    const over = position.speed > limit
    if (over === active) return null
    return { state: over, effects: [over ? raised(alerts.speed_limit.id, sample, { speed: position.speed, limit }) : cleared(alerts.speed_limit.id, at)] }
  },
})
export const derivations = [speeding]
