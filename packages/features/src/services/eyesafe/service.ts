// eyesafe: starter block and lock.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Service } from '../service.ts'

const eyesafe: Service = {
  code: 'eyesafe',
  agreements: [agreement.eyesafe_ignition, agreement.eyesafe_lock],
  order: 2,
  features: ['active'],
  dashboard_features: [],
  kinds: ['starter', 'lock', 'ignition', 'command'],
}
export default eyesafe
