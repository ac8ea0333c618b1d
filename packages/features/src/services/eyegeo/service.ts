// eyegeo: where the vehicle is and where it has been.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Service } from '../service.ts'

const eyegeo: Service = {
  code: 'eyegeo',
  agreements: [agreement.eyegeo],
  order: 1,
  features: ['active', 'speed_limit', 'hub_enter', 'hub_exit', 'poi_enter', 'poi_exit'],
  dashboard_features: ['speed_limit', 'hub_enter', 'hub_exit', 'poi_enter', 'poi_exit'],
  kinds: ['position', 'trip'],
  pages: [
    { order: 20, figures: 'position' },
    {
      part: { name: 'geofencing', picture: 'area' },
      order: 110,
      alerts: ['hub_enter', 'hub_exit', 'poi_enter', 'poi_exit'],
      figures: 'position',
      ways: [
        ['/hubs', 'overviews.way.hubs'],
        ['/pois', 'overviews.way.pois'],
      ],
    },
  ],
}
export default eyegeo
