// Coban, the protocol of the GPS103 and TK103 trackers, over TCP and UDP.
import { FrameError, type Protocol } from '@flotta/core/protocol.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { begins, frame } from './frame.ts'
import { coban as generic } from './profiles/coban.ts'

const coban: Protocol = {
  name: 'coban',
  port: { variable: 'FLOTTA_COBAN_PORT', default: 5001 },
  tcp: { frame, decode, encode, begins },
  udp: {
    decode(datagram, reception) {
      const decoded = decode(datagram, reception)
      if (!('device_id' in decoded)) throw new FrameError('coban: no name', false)
      return decoded
    },
    begins: datagram => begins(datagram) === 'yes',
  },
  local_time: 0,
  profiles: [generic],
}
export default coban
