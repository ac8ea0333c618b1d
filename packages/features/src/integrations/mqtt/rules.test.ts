// Topics and messages of a vehicle for the broker.
import { describe, expect, test } from 'vitest'
import type { Pin } from '../../map/global-map/contract.ts'
import {
  discoveryMessages,
  lastMessages,
  positionMessage,
  possibleTopics,
  stateMessage,
  statusTopicOf,
  topicOf,
} from './rules.ts'

const template = 'flotta/{customer_id}/{vehicle_id}/{kind}'
const pin: Pin = {
  id: 7,
  vehicle_id: 7,
  plate: 'FG 1/+#',
  vehicle_type: 'V',
  status: 1,
  motion: null,
  motion_since: null,
  latitude: 45,
  longitude: 9,
  speed: 50,
  direction: 90,
  gps_datetime: '2026-11-26T10:00:00.000Z',
  T2: -18.5,
  active_agreements: [2],
}
const discovery = {
  prefix: 'homeassistant',
  template,
  cluster: 'flotta',
  say: ({ key }: { readonly key: string }) => key,
}

describe('topics', () => {
  test.each([
    [template, 'position', 'flotta/3/7/position'],
    ['{plate}/{customer_id}-{vehicle_id}/{kind}', 'state', 'FG_1___/3-7/state'],
  ] as const)('%s of %s is %s [mqtt.2]', (form, kind, topic) => {
    expect(topicOf(form, { customer_id: 3, ...pin }, kind)).toBe(topic)
  })
  test.each([
    [template, 'flotta/status'],
    ['eu/fleet/v{vehicle_id}/{customer_id}/{kind}', 'eu/fleet/status'],
    ['{customer_id}/{vehicle_id}/{kind}', 'flotta/status'],
  ])('with the template %s have the status at %s [mqtt.5]', (form, topic) => {
    expect(statusTopicOf(form)).toBe(topic)
  })
})

test('the message of the state is the pin without its place [mqtt.2]', () => {
  expect(stateMessage(pin)).toEqual({
    vehicle_id: 7,
    plate: pin.plate,
    vehicle_type: 'V',
    status: 1,
    speed: 50,
    T2: -18.5,
  })
})
test('a pin without a position, or in a private time, has no place in its message [mqtt.2, mqtt.6]', () => {
  const { latitude, ...withoutPlace } = pin
  expect(positionMessage(withoutPlace)).toEqual({})
  expect(positionMessage({ ...pin, private: true })).toEqual({ private: true })
  expect(stateMessage({ ...pin, private: true })).toEqual({
    vehicle_id: 7,
    plate: pin.plate,
    private: true,
  })
})
test('Home Assistant gets the tracker and the sensors of the existing values [mqtt.4]', () => {
  expect(discoveryMessages(discovery, 3, pin).map(({ topic }) => topic)).toEqual([
    'homeassistant/device_tracker/flotta_3_7/config',
    'homeassistant/sensor/flotta_3_7_speed/config',
    'homeassistant/sensor/flotta_3_7_T2/config',
    'homeassistant/sensor/flotta_3_7_alerts/config',
  ])
  expect(discoveryMessages({ ...discovery, prefix: '' }, 3, pin)).toEqual([])
})
test('every topic of a message is one of the vehicle’s possible topics [mqtt.8]', () => {
  const topics = possibleTopics(discovery, { customer_id: 3, ...pin })
  for (const { topic } of lastMessages(discovery, 3, pin)) expect(topics).toContain(topic)
})
