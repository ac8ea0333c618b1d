// eyepower: the power supply of vehicle and device.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Service } from '../service.ts'

const eyepower: Service = {
  code: 'eyepower',
  agreements: [agreement.eyepower],
  order: 7,
  features: ['active'],
  dashboard_features: [],
  kinds: ['power'],
  pages: [{ order: 55, alerts: ['voltage_warning', 'voltage_alarm'] }],
}
export default eyepower
