// system: the vehicle itself; open to everybody who sees it.
import type { Service } from '../service.ts'

const system: Service = {
  code: 'system',
  agreements: [],
  order: 0,
  features: ['all', 'connected', 'standby', 'disconnected', 'idling', 'alarm'],
  dashboard_features: [],
  kinds: ['power', 'ignition'],
  pages: [
    {
      part: { name: 'eyelink', picture: 'api' },
      order: 60,
      alerts: [],
      figures: 'unit',
      ways: [
        ['/account', 'overviews.way.tokens'],
        ['/devices', 'overviews.way.devices'],
        ['/api/docs', 'overviews.way.api'],
      ],
    },
  ],
}
export default system
