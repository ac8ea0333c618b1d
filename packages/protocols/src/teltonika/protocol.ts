// Teltonika over TCP and UDP: codecs 8, 8 extended and 16 for records, 12 to 15 for text.
import type { Protocol } from '@flotta/core/protocol.ts'
import { datagramBegins, decode, decodeDatagram } from './decode.ts'
import { encode, encodeFor } from './encode.ts'
import { begins, frame } from './frame.ts'
import { commandMessage, decodeMqtt, mqttDevice, mqttTopics } from './json.ts'
import { withPlaces } from './place-text.ts'
import { fm6300 } from './profiles/fm6300.ts'
import { fmb1xx } from './profiles/fmb1xx.ts'
import { fmx6 } from './profiles/fmx6.ts'
import { fmx150 } from './profiles/fmx150.ts'
import { ftx1 } from './profiles/ftx1.ts'
import { generic } from './profiles/generic.ts'

const teltonika: Protocol = {
  name: 'teltonika',
  port: { variable: 'FLOTTA_TELTONIKA_PORT', default: 5027 },
  tcp: {
    frame,
    decode: (whole, { at }) => withPlaces(decode(whole), at),
    begins,
    encode: (text, { device_id, addressed }) =>
      addressed ? encodeFor(text, device_id) : encode(text),
  },
  udp: { decode: decodeDatagram, begins: datagramBegins },
  mqtt: {
    topics: mqttTopics,
    deviceOf: mqttDevice,
    decode: (message, { at }) => withPlaces(decodeMqtt(message), at),
    encode: commandMessage,
  },
  profiles: [generic, fmb1xx, fmx150, ftx1, fmx6, fm6300],
  set_up: [
    '`  setparam 2001:{apn};2004:{host};2005:{port};2006:0` (login and password of SMS stand before the text; without them two spaces)',
    '`  getparam 2004;2005` shows what is set',
  ],
}
export default teltonika
