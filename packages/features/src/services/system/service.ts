// system: the vehicle itself; open to everybody who sees it.
import type { Service } from '../service.ts'

const system: Service = {
  code: 'system',
  agreements: [],
  order: 0,
  features: ['all', 'connected', 'standby', 'disconnected', 'idling', 'alarm'],
  dashboard_features: [],
  kinds: ['power', 'ignition'],
  pages: [{ name: 'eyelink', order: 60, alerts: [], figures: 'unit' }],
}
export default system
