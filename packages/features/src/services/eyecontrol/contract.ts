// eyecontrol: every remote command of the vehicle, whichever service sent it.
import { agreement } from '../../fleet/agreements/contract.ts'
import { Command } from '../commands/contract.ts'
import { serviceData, serviceHistory } from '../contract.ts'

const scope = { vehicle: 'visible', agreements: [agreement.eyecontrol] } as const

export const data = serviceData(
  'eyecontrol/:id',
  scope,
  'The last command of the vehicle, or null',
  Command.nullable(),
)
export const history = serviceHistory(
  'eyecontrol/:id/history',
  scope,
  'Every command of the vehicle in a period (31 days at most), oldest first',
  Command,
)
