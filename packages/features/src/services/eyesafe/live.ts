// The panel also shows commands and the ignition, so their events refresh it.
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
