// The position in a device's answer becomes a record, with the time of its clock or of its receipt.
import { RECEIPT_IO } from '@flotta/core/io.ts'
import { firstReception } from '@flotta/core/protocol.ts'
import { expect, test } from 'vitest'
import { replyFrame } from './device.ts'
import { textFrame } from './encode.ts'
import { CODEC_12 } from './layout.ts'
import teltonika from './protocol.ts'
import { plain } from './testing.ts'

const AT = Date.parse('2026-11-27T15:22:35Z')
const PLACE = 'GPS:1 Sat:9 Lat:55.708740 Long:37.797497 Alt:178 Speed:42 Dir:117'
const CLOCK = 'Date: 2026/11/27 Time: 15:22:33'
const fix = {
  latitude_e7: 557_087_400,
  longitude_e7: 377_974_970,
  altitude: 178,
  direction: 117,
  speed: 42,
  satellites: 9,
}
const decodedOf = (frame: Uint8Array) => teltonika.tcp?.decode(frame, firstReception(AT))

test.each([
  ['by its clock', `${PLACE} ${CLOCK}`, AT - 2_000, {}],
  [
    'by the receipt, where its clock is set otherwise',
    `${PLACE} Date: 2026/11/27 Time: 17:22:33`,
    AT,
    { [RECEIPT_IO]: 1 },
  ],
  ['by the receipt, where it has no time', PLACE, AT, { [RECEIPT_IO]: 1 }],
])('the answer to getgps is also a record, %s [devices.33]', (_, text, at, io) => {
  const decoded = decodedOf(replyFrame(text))
  expect(decoded).toMatchObject({ kind: 'messages', replies: [{ text }], messages: [{ at, fix }] })
  if (decoded?.kind !== 'messages') return
  expect(decoded.ack).toHaveLength(0)
  expect(decoded.messages.map(m => plain(m.io).io)).toEqual([io])
})

test.each([
  ['without a fix', PLACE.replace('GPS:1', 'GPS:0')],
  ['on no place of the earth', PLACE.replace('Lat:55', 'Lat:95')],
  ['where both numbers are zero', PLACE.replace(/\d+\.\d+/g, '0.000000')],
  ['to something else', 'RTC:2026/1/5 8:0 GPS:1 Sat:9'],
])('an answer %s is no record', (_, text) =>
  expect(decodedOf(replyFrame(text))).toEqual({ kind: 'reply', replies: [{ text }] }),
)
test('a text with a place that answers no command is only a text', () => {
  const frame = textFrame(CODEC_12, 5, [Buffer.from(PLACE)])
  expect(decodedOf(frame)).toMatchObject({ kind: 'reply', replies: [{ unsolicited: true }] })
})
test('the answer to getgps is also a record in JSON by MQTT', () => {
  const payload = Buffer.from(JSON.stringify({ RSP: `${PLACE} ${CLOCK}` }))
  expect(
    teltonika.mqtt?.decode(
      { topic: '352094081452251/data', payload },
      { at: AT, profile: undefined },
    ),
  ).toMatchObject({ kind: 'messages', messages: [{ at: AT - 2_000, fix }] })
})
