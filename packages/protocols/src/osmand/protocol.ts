// Phones by HTTP: the query of OsmAnd and of the Traccar Client, and the JSON of background geolocation.
import type { Protocol } from '@flotta/core/protocol.ts'
import { decode } from './decode.ts'
import { osmand as generic } from './profiles/osmand.ts'
import { begins, frame } from './request.ts'

const osmand: Protocol = {
  name: 'osmand',
  port: { variable: 'FLOTTA_OSMAND_PORT', default: 5055 },
  tcp: { frame, decode, begins, shared: true, first_frame: 65_536 },
  local_time: 0,
  profiles: [generic],
  set_up: [
    'in the application: server `http://{host}:{port}`, device identifier as it is registered here',
  ],
}
export default osmand
