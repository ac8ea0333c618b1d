// eyegeo: where the vehicle is and where it has been.
import { agreement } from '../../agreements/contract.ts'
import type { Service } from '../service.ts'

const eyegeo: Service = {
  code: 'eyegeo',
  agreements: [agreement.eyegeo],
  order: 1,
  features: ['active', 'speed_limit'],
  dashboard_features: ['speed_limit'],
  kinds: ['position', 'trip'],
}
export default eyegeo
