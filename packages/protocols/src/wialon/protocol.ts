// Wialon IPS 1.1 and 2.0, which trackers, applications and other platforms speak, over TCP and UDP.
import type { Protocol } from '@flotta/core/protocol.ts'
import { datagramBegins, decode, decodeDatagram } from './decode.ts'
import { encode } from './encode.ts'
import { begins, frame } from './frame.ts'
import { wialon as generic } from './profiles/wialon.ts'

const wialon: Protocol = {
  name: 'wialon',
  port: { variable: 'FLOTTA_WIALON_PORT', default: 5039 },
  tcp: { frame, decode, encode, begins },
  udp: { decode: decodeDatagram, begins: datagramBegins },
  profiles: [generic],
  set_up: [
    'in the settings of the tracker, the application or the other platform: server {host}, port {port}, protocol Wialon IPS',
  ],
}
export default wialon
