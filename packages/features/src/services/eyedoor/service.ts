// eyedoor: the doors of the load.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Service } from '../service.ts'

const eyedoor: Service = {
  code: 'eyedoor',
  agreements: [agreement.eyedoor],
  order: 4,
  features: ['active', 'door_open', 'door_siren', 'door_locking'],
  dashboard_features: ['door_open', 'door_siren', 'door_locking', 'cooling_door_open'],
  kinds: ['door'],
  pages: [{ order: 25 }],
}
export default eyedoor
