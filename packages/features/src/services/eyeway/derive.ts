// Alerts of axles and tyres: worn brakes, a tyre in the red, too much load.
import { derivation } from '@flotta/core/derivation.ts'
import {
  type ConditionState,
  conditionEffects,
  limitAbove,
  nextCondition,
  ruleOf,
  watch,
} from '../../alerts/incidents/rules.ts'
import { tireParametersOf } from '../../fleet/vehicles/rules.ts'
import { alerts } from './alerts.ts'
import { loadOf, mostLoadOf, pressureField, redPlaces, temperatureField, wheels } from './rules.ts'
import './measures.ts'

const brake = watch({
  name: 'brake',
  alert: alerts.brake,
  needs: ['axle'],
  holds({ axle }) {
    const alarm = axle?.brake_lining_alarm ?? null
    return alarm === null ? null : alarm !== 0
  },
})

interface Tyres {
  /** The red tyres, by their place; a tyre that a record does not contain keeps its state. */
  readonly red: readonly number[]
  readonly held: ConditionState
}
const redTyres = ruleOf(alerts.tyres)
const tyres = derivation<Tyres>({
  name: 'tyres',
  needs: ['tyre'],
  start: { red: [], held: false },
  stored: {
    // The stored form before all alerts shared one form of state was the list alone.
    read: json =>
      Array.isArray(json)
        ? { red: json as readonly number[], held: json.length > 0 }
        : (json as Tyres),
  },
  step(memory, sample, facts) {
    const { tyre } = sample
    if (tyre === null) return null
    const parameters = tireParametersOf(facts.tire_parameters ?? null)
    const red = redPlaces(tyre, memory.red, parameters)
    const now = nextCondition(redTyres(facts), memory.held, red.length > 0, sample)
    if (now === memory.held) return red === memory.red ? null : { state: { red, held: now } }
    const wheel = wheels[red[0] ?? -1]
    const data =
      wheel === undefined
        ? {}
        : {
            ...wheel,
            pressure: tyre[pressureField(wheel)],
            temperature: tyre[temperatureField(wheel)],
          }
    return {
      state: { red, held: now },
      effects: conditionEffects(alerts.tyres.id, memory.held, now, sample, data),
    }
  },
})

const overload = watch({
  name: 'overload',
  alert: alerts.overload,
  needs: ['axle'],
  holds({ axle }, { configurations }, rule, before) {
    const load = axle === null ? null : loadOf(axle)
    return load === null ? null : load > limitAbove(mostLoadOf(configurations), rule, before)
  },
  data: ({ axle }, { configurations }) => ({
    load: axle === null ? null : loadOf(axle),
    max_load: mostLoadOf(configurations),
  }),
})

export const derivations = [brake, tyres, overload]
