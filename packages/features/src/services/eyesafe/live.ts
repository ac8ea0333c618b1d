// What the panel reads beside its data: by news of commands, and of the ignition.
import { live } from '@flotta/core/live.ts'
import * as contract from './contract.ts'

const {
  ignitionStatus,
  lockStatus,
  ignitionLastCommand,
  lockLastCommand,
  ignitionCommandHistory,
  lockCommandHistory,
  ignitionEventHistory,
} = contract
export default live({
  kinds: {
    command: [
      ignitionLastCommand,
      lockLastCommand,
      ignitionCommandHistory,
      lockCommandHistory,
      ignitionEventHistory,
    ],
    starter: [ignitionStatus],
    ignition: [ignitionStatus, ignitionEventHistory],
    lock: [lockStatus],
  },
})
