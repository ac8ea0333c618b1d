// directions: trips planned for the vehicle, and how they were driven.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Service } from '../service.ts'

const directions: Service = {
  code: 'directions',
  agreements: [agreement.directions],
  order: 15,
  features: ['active'],
  dashboard_features: [],
  kinds: ['position', 'trip'],
}
export default directions
