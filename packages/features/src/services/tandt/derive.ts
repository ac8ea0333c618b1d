// Couplings as records tell them: coupled, uncoupled, coupled to what is not authorised.
import { derivation } from '@flotta/core/derivation.ts'
import { cleared, raised } from '../../alerts/rules.ts'
import { alerts } from './alerts.ts'
import { authorizedBy } from './rules.ts'

interface Coupling {
  /** '' : nothing is coupled. */
  readonly code: string
  /** The alert that holds; null: none, for nothing was ever coupled. */
  readonly alert: number | null
}

export const derivations = [
  derivation<Coupling>({
    name: 'coupling',
    needs: ['beacon'],
    start: { code: '', alert: null },
    step(memory, sample, { configurations }) {
      const code = sample.beacon?.beacon_code
      if (code === undefined) return null
      const holds = () => {
        if (code !== '') return authorizedBy(configurations.tandt_authorized, code) === 0 ? alerts.tandt_unauthorized.id : alerts.tandt_locked.id
        return memory.alert === null ? null : alerts.tandt_unlocked.id
      }
      const alert = holds()
      // another vehicle is another coupling, also where none was told between the two
      if (code === memory.code && alert === memory.alert) return null
      return {
        state: { code, alert },
        effects: [
          ...(memory.alert === null ? [] : [cleared(memory.alert, sample.at)]),
          ...(alert === null ? [] : [raised(alert, sample, { beacon_code: code === '' ? memory.code : code })]),
        ],
      }
    },
  }),
]
