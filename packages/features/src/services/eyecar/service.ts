// eyecar: the car and who drives it.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Service } from '../service.ts'

const eyecar: Service = {
  code: 'eyecar',
  agreements: [agreement.eyecar],
  order: 9,
  features: ['active'],
  dashboard_features: [],
  kinds: ['driver'],
}
export default eyecar
