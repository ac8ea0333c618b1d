// tandt: which trailer is coupled to which vehicle.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Service } from '../service.ts'

const tandt: Service = {
  code: 'tandt',
  agreements: [agreement.tandt],
  order: 14,
  features: ['active', 'tandt_locked', 'tandt_unlocked', 'tandt_unauthorized'],
  dashboard_features: ['tandt_locked', 'tandt_unlocked', 'tandt_unauthorized'],
  kinds: ['beacon'],
}
export default tandt
