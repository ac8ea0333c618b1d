// Copy this folder to `protocols/src/<name>/` and it is a protocol. The example receives lines of text: `$imei,seconds,latitude,longitude,km/h,mV`.
import type { Protocol } from '@flotta/core/protocol.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { begins, frame } from './frame.ts'
import { example1 } from './profiles/example1.ts'

const example: Protocol = {
  name: 'example',
  // Every protocol has a port of its own, which an operator sets by this variable.
  port: { variable: 'FLOTTA_EXAMPLE_PORT', default: 5999 },
  tcp: { frame, decode, encode, begins },
  // A transport that the protocol does not have is left out; the other one would be `udp: { decode }`.
  profiles: [example1],
}
export default example
