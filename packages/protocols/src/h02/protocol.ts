// H02, the protocol of many small trackers, over TCP and UDP.
import { FrameError, type Protocol } from '@flotta/core/protocol.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { begins, frame } from './frame.ts'
import { h02 as generic } from './profiles/h02.ts'

const h02: Protocol = {
  name: 'h02',
  port: { variable: 'FLOTTA_H02_PORT', default: 5013 },
  tcp: { frame, decode, encode, begins },
  udp: {
    decode(datagram, reception) {
      const frame = decode(datagram, reception)
      if (!('device_id' in frame)) throw new FrameError('h02: no name', false)
      return frame
    },
    begins: datagram => begins(datagram) === 'yes',
  },
  profiles: [generic],
  set_up: [
    '`803<password> {apn}`',
    '`804<password> {host} {port}` (many models take an IP address alone)',
  ],
}
export default h02
