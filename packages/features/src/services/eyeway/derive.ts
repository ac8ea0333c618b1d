// Alerts of axles and tyres: worn brakes, a tyre in the red, too much load.
import { derivation } from '@flotta/core/derivation.ts'
import { cleared, raised } from '../../alerts/rules.ts'
import { tireParametersOf } from '../../vehicles/rules.ts'
import { alerts } from './alerts.ts'
import { colourOf, isTold, loadOf, pressureField, temperatureField, wheels } from './rules.ts'
import './kinds.ts'

const brake = derivation<boolean>({
  name: 'brake',
  needs: ['axle'],
  start: false,
  step(active, sample) {
    const alarm = sample.axle?.brake_lining_alarm ?? null
    if (alarm === null || (alarm !== 0) === active) return null
    return { state: !active, effects: [active ? cleared(alerts.brake.id, sample.at) : raised(alerts.brake.id, sample, {})] }
  },
})

/** Which tyres are red, by their place; one that a record does not speak of stays what it was. */
const tyres = derivation<readonly number[]>({
  name: 'tyres',
  needs: ['tyre'],
  start: [],
  step(red, sample, { tire_parameters }) {
    const { tyre } = sample
    if (tyre === null) return null
    const parameters = tireParametersOf(tire_parameters ?? null)
    const now = wheels.flatMap((wheel, i) => {
      const is = isTold(tyre, wheel) ? colourOf(tyre, wheel, parameters) === 'red' : red.includes(i)
      return is ? [i] : []
    })
    if (now.length === red.length && now.every((place, i) => place === red[i])) return null
    if (now.length > 0 && red.length > 0) return { state: now }
    const [first] = now
    const wheel = first === undefined ? undefined : wheels[first]
    if (wheel === undefined) return { state: now, effects: [cleared(alerts.tyres.id, sample.at)] }
    const data = { ...wheel, pressure: tyre[pressureField(wheel)], temperature: tyre[temperatureField(wheel)] }
    return { state: now, effects: [raised(alerts.tyres.id, sample, data)] }
  },
})

const overload = derivation<boolean>({
  name: 'overload',
  needs: ['axle'],
  start: false,
  step(active, sample, { configurations }) {
    const load = sample.axle === null ? null : loadOf(sample.axle)
    if (load === null) return null
    const most = Number(configurations.max_load_kg?.trim() || Number.NaN)
    const over = load > most
    if (over === active) return null
    return { state: over, effects: [over ? raised(alerts.overload.id, sample, { load, max_load: most }) : cleared(alerts.overload.id, sample.at)] }
  },
})

export const derivations = [brake, tyres, overload]
