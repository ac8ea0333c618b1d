// Whether a monitored tank is armed, wired to the second input: while the engine is off, except during the yard's service.
import { type Signal, within } from '../signal.ts'
import { hasGuardedTank } from '../tank.ts'

export default {
  appliesTo: hasGuardedTank,
  words: {
    in2({ ignition, doing, at }) {
      const service = doing.kind === 'stop' ? doing.service : null
      return Number(!ignition && (service === null || !within(service, at)))
    },
  },
} satisfies Signal
