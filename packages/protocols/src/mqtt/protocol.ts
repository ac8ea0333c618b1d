// Devices and applications that publish JSON to an MQTT broker: OwnTracks, and any other by a mapping in its profile.
import type { Protocol } from '@flotta/core/protocol.ts'
import { decode } from './decode.ts'
import { mqtt as generic } from './profiles/mqtt.ts'
import { owntracks } from './profiles/owntracks.ts'
import { commandFor, deviceOf, TOPICS } from './topics.ts'

const mqtt: Protocol = {
  name: 'mqtt',
  // The product does not listen on this port: the broker of FLOTTA_MQTT_URL does.
  port: { variable: 'FLOTTA_MQTT_PORT', default: 1883 },
  mqtt: { topics: TOPICS, deviceOf, decode, encode: commandFor },
  profiles: [generic, owntracks],
  set_up: ['by the broker of the operator: [operate.md](operate.md#devices-behind-an-mqtt-broker)'],
}
export default mqtt
