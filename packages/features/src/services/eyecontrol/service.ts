// eyecontrol: remote commands.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Service } from '../service.ts'

const eyecontrol: Service = {
  code: 'eyecontrol',
  agreements: [agreement.eyecontrol],
  order: 12,
  features: ['active'],
  dashboard_features: [],
  kinds: ['command'],
}
export default eyecontrol
