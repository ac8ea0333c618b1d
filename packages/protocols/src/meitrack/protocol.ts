// Meitrack, texts and binary records over TCP and UDP.
import { FrameError, type Protocol } from '@flotta/core/protocol.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { begins, frame } from './frame.ts'
import { meitrack as generic } from './profiles/meitrack.ts'

const meitrack: Protocol = {
  name: 'meitrack',
  port: { variable: 'FLOTTA_MEITRACK_PORT', default: 5020 },
  tcp: { frame, decode, encode, begins, shared: true, first_frame: 8_192 },
  udp: {
    decode(datagram, reception) {
      const decoded = decode(datagram, reception)
      if (!('device_id' in decoded)) throw new FrameError('meitrack: no name', false)
      return decoded
    },
    begins: datagram => begins(datagram) === 'yes',
  },
  profiles: [generic],
}
export default meitrack
