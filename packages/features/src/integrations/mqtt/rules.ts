// The messages of a vehicle for the broker: their topics and contents, and the discovery messages of Home Assistant.
import type { Pin } from '../../map/global-map/contract.ts'

export type MessageKind = 'position' | 'state' | 'incident'
export interface Subject {
  readonly customer_id: number
  readonly vehicle_id: number
  readonly plate: string
}
/** A message that the broker retains. */
export interface LastMessage {
  readonly topic: string
  readonly payload: string
}

/** One level of a topic, without separators and wildcards. */
const levelOf = (value: string | number): string => String(value).replace(/[/+#\s\0]/g, '_')
export const topicOf = (template: string, subject: Subject, kind: MessageKind): string =>
  template.replace(/\{(customer_id|vehicle_id|plate|kind)\}/g, (_, word: keyof Subject | 'kind') =>
    levelOf(word === 'kind' ? kind : subject[word]),
  )
/** The topic that says whether Flotta is connected: below the fixed levels of the template. */
export const statusTopicOf = (template: string): string =>
  `${template.slice(0, template.indexOf('{')).match(/^.*\//)?.[0] ?? 'flotta/'}status`

/** The vehicle's position; empty in a private time and without a position. */
export function positionMessage(pin: Pin): object {
  if (pin.private) return { private: true }
  const { latitude, longitude, gps_datetime, speed, direction } = pin
  return latitude === undefined ? {} : { latitude, longitude, gps_datetime, speed, direction }
}
/** The pin without its place without what only maps need, and without an unknown motion; in a private time only its name. */
export function stateMessage(pin: Pin): object {
  const { vehicle_id, plate } = pin
  if (pin.private) return { vehicle_id, plate, private: true }
  const { id, latitude, longitude, direction, gps_datetime, active_agreements, ...rest } = pin
  const { motion, motion_since, ...state } = rest
  return motion === null ? state : { ...state, motion, motion_since }
}

interface Sensor {
  readonly name: string
  readonly component: 'sensor' | 'binary_sensor'
  /** The settings of the entity in Home Assistant, with its unit. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly text: { readonly key: string; readonly values?: Readonly<Record<string, number>> }
}
const value = (name: string): string => `{{ value_json.${name} | default(none) }}`
const measurement = (device_class: string, unit_of_measurement: string) => ({
  device_class,
  unit_of_measurement,
  state_class: 'measurement',
})
const flags = { payload_on: 'True', payload_off: 'False' }
/** By the field of the state that they show. */
const sensors: readonly Sensor[] = [
  {
    name: 'speed',
    component: 'sensor',
    settings: measurement('speed', 'km/h'),
    text: { key: 'mqtt.sensor.speed' },
  },
  {
    name: 'motion',
    component: 'sensor',
    settings: { device_class: 'enum', options: ['moving', 'idling', 'parked'] },
    text: { key: 'mqtt.sensor.motion' },
  },
  {
    name: 'ignition',
    component: 'binary_sensor',
    settings: { device_class: 'running', ...flags },
    text: { key: 'mqtt.sensor.ignition' },
  },
  {
    name: 'message_datetime',
    component: 'sensor',
    settings: { device_class: 'timestamp' },
    text: { key: 'mqtt.sensor.message_datetime' },
  },
  ...(['T1', 'T2', 'T3', 'T4'] as const).map(
    (name, i): Sensor => ({
      name,
      component: 'sensor',
      settings: measurement('temperature', '°C'),
      text: { key: 'mqtt.sensor.temperature', values: { n: i + 1 } },
    }),
  ),
]
/** The sensor that every vehicle has. */
const alerts: Sensor = {
  name: 'alerts',
  component: 'sensor',
  settings: {
    state_class: 'measurement',
    value_template: '{{ value_json.active_alerts | default([]) | count }}',
  },
  text: { key: 'mqtt.sensor.alerts' },
}

export interface Discovery {
  /** Empty: no discovery messages for Home Assistant. */
  readonly prefix: string
  readonly template: string
  /** Name of the installation, because several may share one Home Assistant. */
  readonly cluster: string
  readonly say: (words: Sensor['text']) => string
}
const configTopic = ({ prefix }: Discovery, component: string, id: string): string =>
  `${prefix}/${component}/${id}/config`
const deviceId = ({ cluster }: Discovery, { customer_id, vehicle_id }: Subject): string =>
  `${cluster}_${customer_id}_${vehicle_id}`

/** Announces the vehicle as a tracker, with a sensor for each value that it has. */
export function discoveryMessages(
  discovery: Discovery,
  customer_id: number,
  pin: Pin,
): LastMessage[] {
  if (discovery.prefix === '') return []
  const subject = { customer_id, ...pin }
  const id = deviceId(discovery, subject)
  const common = {
    availability_topic: statusTopicOf(discovery.template),
    device: {
      identifiers: [id],
      name: pin.plate,
      manufacturer: 'Flotta',
      ...(pin.model !== undefined && { model: pin.model }),
    },
    origin: { name: 'Flotta' },
  }
  const tracker = {
    name: null,
    unique_id: id,
    source_type: 'gps',
    json_attributes_topic: topicOf(discovery.template, subject, 'position'),
    icon: 'mdi:truck',
    ...common,
  }
  const state_topic = topicOf(discovery.template, subject, 'state')
  const sensorMessage = ({ name, component, settings, text }: Sensor): LastMessage => ({
    topic: configTopic(discovery, component, `${id}_${name}`),
    payload: JSON.stringify({
      name: discovery.say(text),
      unique_id: `${id}_${name}`,
      state_topic,
      value_template: value(name),
      ...settings,
      ...common,
    }),
  })
  const state = stateMessage(pin)
  return [
    {
      topic: configTopic(discovery, 'device_tracker', id),
      payload: JSON.stringify(tracker),
    },
    ...[...sensors.filter(({ name }) => name in state), alerts].map(sensorMessage),
  ]
}

/** All topics of a vehicle that may have a retained message. */
export function possibleTopics(discovery: Discovery, subject: Subject): string[] {
  const id = deviceId(discovery, subject)
  return [
    topicOf(discovery.template, subject, 'position'),
    topicOf(discovery.template, subject, 'state'),
    ...(discovery.prefix === ''
      ? []
      : [
          configTopic(discovery, 'device_tracker', id),
          ...[...sensors, alerts].map(({ name, component }) =>
            configTopic(discovery, component, `${id}_${name}`),
          ),
        ]),
  ]
}
/** The messages of a vehicle that the broker retains. */
export function lastMessages(discovery: Discovery, customer_id: number, pin: Pin): LastMessage[] {
  const subject = { customer_id, vehicle_id: pin.vehicle_id, plate: pin.plate }
  return [
    {
      topic: topicOf(discovery.template, subject, 'position'),
      payload: JSON.stringify(positionMessage(pin)),
    },
    {
      topic: topicOf(discovery.template, subject, 'state'),
      payload: JSON.stringify(stateMessage(pin)),
    },
    ...discoveryMessages(discovery, customer_id, pin),
  ]
}
