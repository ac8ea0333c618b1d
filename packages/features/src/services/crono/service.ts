// crono: driving and rest times, on the platform of the tachograph.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Service } from '../service.ts'

const crono: Service = {
  code: 'crono',
  agreements: [agreement.crono],
  order: 5,
  features: ['active'],
  dashboard_features: [],
  kinds: [],
}
export default crono
