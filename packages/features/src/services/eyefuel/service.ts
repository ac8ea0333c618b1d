// eyefuel: the tank.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Service } from '../service.ts'

const eyefuel: Service = {
  code: 'eyefuel',
  agreements: [agreement.eyefuel],
  order: 6,
  features: ['active', 'cap_open', 'fuel_alarm', 'fuel_running_low'],
  dashboard_features: ['cap_open', 'fuel_alarm', 'fuel_running_low'],
  kinds: ['tank', 'fuel'],
  pages: [{ order: 50 }],
}
export default eyefuel
