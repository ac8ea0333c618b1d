// Queclink @Track, texts over TCP and UDP.
import { FrameError, type Protocol } from '@flotta/core/protocol.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { begins, frame } from './frame.ts'
import { queclink as generic, queclinkSack } from './profiles/queclink.ts'

const queclink: Protocol = {
  name: 'queclink',
  port: { variable: 'FLOTTA_QUECLINK_PORT', default: 5004 },
  // A report with many places or accessories is longer than a sign-in.
  tcp: { frame, decode, encode, begins, first_frame: 8_192 },
  udp: {
    decode(datagram, reception) {
      const decoded = decode(datagram, reception)
      if (!('device_id' in decoded)) throw new FrameError('queclink: no name', false)
      return decoded
    },
    begins: datagram => begins(datagram) === 'yes',
  },
  local_time: 0,
  profiles: [generic, queclinkSack],
}
export default queclink
