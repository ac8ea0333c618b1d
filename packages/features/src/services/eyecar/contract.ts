// eyecar: who drives the car. Its rent, owner and kilometres are in the calls of the vehicle.
import { DriverActivity } from '../../fleet/activities/contract.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { serviceData, serviceHistory } from '../contract.ts'

const scope = { vehicle: 'visible', agreements: [agreement.eyecar] } as const

export const data = serviceData(
  'eyecar/:id',
  scope,
  'The driver activity in progress, or null',
  DriverActivity.nullable(),
)
export const history = serviceHistory(
  'eyecar/:id/history',
  scope,
  'Driver activities that touch a period (31 days at most), oldest first',
  DriverActivity,
)
