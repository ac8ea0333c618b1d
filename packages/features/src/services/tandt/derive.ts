// Alerts of couplings: coupled, uncoupled, coupled to an unauthorised vehicle.
import { derivation } from '@flotta/core/derivation.ts'
import {
  type ConditionState,
  conditionEffects,
  nextCondition,
  ruleOf,
} from '../../alerts/incidents/rules.ts'
import { alerts } from './alerts.ts'
import { authorizedBy } from './rules.ts'

interface Coupling {
  /** '' : nothing is coupled. */
  readonly code: string
  /** The raised alert; null: none, because nothing was ever coupled. */
  readonly alert: number | null
  readonly held: ConditionState
}
const rules = new Map(
  [alerts.tandt_locked, alerts.tandt_unlocked, alerts.tandt_unauthorized].map(alert => [
    alert.id as number,
    ruleOf(alert),
  ]),
)

export const derivations = [
  derivation<Coupling>({
    name: 'coupling',
    needs: ['beacon'],
    start: { code: '', alert: null, held: false },
    stored: {
      // Before all alerts shared one form of state they were raised at once.
      read: json => ({
        ...(json as Coupling),
        held: (json as Coupling).held ?? (json as Coupling).alert !== null,
      }),
    },
    step(memory, sample, facts) {
      const code = sample.beacon?.beacon_code
      if (code === undefined) return null
      const holds = () => {
        if (code !== '')
          return authorizedBy(facts.configurations.tandt_authorized, code) === 0
            ? alerts.tandt_unauthorized.id
            : alerts.tandt_locked.id
        return memory.alert === null ? null : alerts.tandt_unlocked.id
      }
      const alert = holds()
      const rule = alert === null ? undefined : rules.get(alert)
      // Another vehicle is another coupling, even without an uncoupling between the two.
      const goesOn = code === memory.code && alert === memory.alert
      const now =
        rule !== undefined && nextCondition(rule(facts), goesOn && memory.held, true, sample)
      if (goesOn && now === memory.held) return null
      const data = { beacon_code: code === '' && memory.code !== '' ? memory.code : code }
      if (goesOn)
        return {
          state: { code, alert, held: now },
          effects: alert === null ? [] : conditionEffects(alert, memory.held, now, sample, data),
        }
      return {
        state: { code, alert, held: now },
        effects: [
          ...(memory.alert === null
            ? []
            : conditionEffects(memory.alert, memory.held, false, sample, {})),
          ...(alert === null ? [] : conditionEffects(alert, false, now, sample, data)),
        ],
      }
    },
  }),
]
