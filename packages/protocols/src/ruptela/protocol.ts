// Ruptela's protocol for its trackers, over TCP.
import type { Protocol } from '@flotta/core/protocol.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { begins, FIRST_FRAME, frame } from './frame.ts'
import { ruptela as generic } from './profiles/ruptela.ts'

const ruptela: Protocol = {
  name: 'ruptela',
  port: { variable: 'FLOTTA_RUPTELA_PORT', default: 5046 },
  // Devices send up to 1 kB in a packet, and more with extended records.
  tcp: { frame, decode, encode, begins, first_frame: FIRST_FRAME },
  profiles: [generic],
  set_up: ['`<password> setconnection {apn},,,{host},{port},TCP`'],
}
export default ruptela
