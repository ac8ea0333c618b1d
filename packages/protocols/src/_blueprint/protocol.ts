// Copy this folder to `protocols/src/<name>/` and it is a protocol. The example speaks lines of text: `$imei,seconds,latitude,longitude,km/h,mV`.
import type { Protocol } from '@flotta/core/protocol.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { begins, frame } from './frame.ts'
import { example1 } from './profiles/example1.ts'

const example: Protocol = {
  name: 'example',
  // Every protocol has a port of its own; the variable is what an operator sets.
  port: { variable: 'FLOTTA_EXAMPLE_PORT', default: 5999 },
  tcp: { frame, decode, encode, begins },
  // A side that the protocol does not have is left out: `udp: { decode }` would be the other one.
  profiles: [example1],
}
export default example
