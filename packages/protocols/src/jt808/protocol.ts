// JT/T 808, the Chinese standard for terminals in vehicles, which many makers use elsewhere as well, over TCP.
import type { Protocol } from '@flotta/core/protocol.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { begins, frame } from './frame.ts'
import { jt808 as generic } from './profiles/jt808.ts'

const jt808: Protocol = {
  name: 'jt808',
  port: { variable: 'FLOTTA_JT808_PORT', default: 5015 },
  // A body has up to 1,023 bytes, and each may be escaped.
  tcp: { frame, decode, encode, begins, shared: true, first_frame: 2_200 },
  // Clocks show the time of Beijing by the standard; the decoder subtracts this.
  local_time: 8 * 60,
  profiles: [generic],
  set_up: ['by the tool of the maker: parameters 0010 (APN), 0013 (server) and 0018 (TCP port)'],
}
export default jt808
