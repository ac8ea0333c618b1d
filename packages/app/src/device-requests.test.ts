// Through the real gateway: a device is asked for its position and given a reporting interval; its answer becomes a record, and the interval is
// stored.

import type { Fix } from '@flotta/core/telemetry.ts'
import { answerOfRequest, askDevice } from '@flotta/features/provider/devices/requests.ts'
import { xor8 } from '@flotta/protocols/checksums.ts'
import { bigEndian, clockDigits, patternOf } from '@flotta/protocols/device-side.ts'
import { deviceSides } from '@flotta/protocols/device-sides.ts'
import { shortFrame } from '@flotta/protocols/gt06/encode.ts'
import { STANDARD, withEscapes } from '@flotta/protocols/jt808/escape.ts'
import { avlFrame, CODEC_8, loginFrame, replyFrame } from '@flotta/protocols/teltonika/device.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type MixedFleet, openMixedFleet } from './mixed-fleet-testing.ts'

let fleet: MixedFleet
beforeAll(async () => {
  fleet = await openMixedFleet()
})
afterAll(() => fleet.close())

/** Time of the record before, and of the requested position. */
const BEFORE = Math.floor((Date.now() - 120_000) / 1_000) * 1_000
const AT = BEFORE + 60_000
const NORTH = 454_634_410
const fix: Fix = {
  latitude_e7: 454_000_000,
  longitude_e7: 91_877_810,
  altitude: 120,
  direction: 187,
  speed: 62,
  satellites: 9,
}
const first = (protocol: string, name: string): Uint8Array => {
  const side = deviceSides.get(protocol)
  const record = { at: BEFORE, fix, ignition: true, power: 24, odometer: 1_000 }
  return Buffer.concat([
    side?.signIn?.(name, 1).bytes ?? new Uint8Array(0),
    side?.record(name, record, 2).bytes ?? new Uint8Array(0),
  ])
}
const digits = clockDigits(AT)
const instant = new Date(AT).toISOString()
const gt06 = (text: string, serial: number) =>
  shortFrame(0x21, Buffer.concat([Buffer.from([0, 0, 0, 0, 1]), Buffer.from(text)]), serial)
const jt808 = (message: number, body: readonly number[], serial: number) => {
  const content = [
    ...bigEndian(message, 2),
    ...bigEndian(body.length, 2),
    ...Buffer.from('000081460788', 'hex'),
    ...bigEndian(serial, 2),
    ...body,
  ]
  return withEscapes(Uint8Array.from([...content, xor8(Uint8Array.from(content))]), STANDARD)
}
const queclink = '060502,352094081462262,box'

interface Dialogue {
  readonly protocol: string
  readonly profile?: string
  readonly name: string
  readonly first: Uint8Array
  readonly question: RegExp
  readonly place: Uint8Array | string
  readonly order: RegExp
  readonly yes: Uint8Array
}
const dialogues: readonly Dialogue[] = [
  {
    protocol: 'teltonika',
    profile: 'fmb1xx',
    name: '352094081462254',
    first: Buffer.concat([
      loginFrame('352094081462254'),
      avlFrame(CODEC_8, [{ at: BEFORE, fix, event: 0, priority: 0, elements: [] }]),
    ]),
    question: /getgps/,
    place: replyFrame(
      `GPS:1 Sat:9 Lat:45.463441 Long:9.187781 Alt:120 Speed:62 Dir:187 Date: ${instant.slice(0, 10).replaceAll('-', '/')} Time: ${instant.slice(11, 19)}`,
    ),
    order: /setparam 10050:120;10055:120;10150:120;10155:120;10250:120;10255:120/,
    yes: replyFrame('New value 10050:120;10055:120;10150:120;10155:120;10250:120;10255:120;'),
  },
  {
    protocol: 'gt06',
    name: '352094081462270',
    first: first('gt06', '352094081462270'),
    question: /WHERE#/,
    place: gt06(
      `Current position!Lat:N45.463441,Lon:E9.187781,Course:187.00,Speed:62.00,DateTime:${instant.slice(0, 10)} ${instant.slice(11, 19)}`,
      3,
    ),
    order: /TIMER,120,120#/,
    yes: gt06('OK!', 4),
  },
  {
    protocol: 'jt808',
    name: '81460788',
    first: first('jt808', '81460788'),
    question: patternOf(Uint8Array.of(0x82, 0x01)),
    place: jt808(
      0x0201,
      [
        ...[0, 1, 0, 0, 0, 0, 0, 0, 0, 3],
        ...bigEndian(NORTH / 10, 4),
        ...bigEndian(9_187_781, 4),
        ...[0, 120, 2, 108, 0, 187],
        ...Buffer.from(clockDigits(AT + 8 * 3_600_000).slice(2), 'hex'),
      ],
      3,
    ),
    order: patternOf(Uint8Array.of(1, 0, 0, 0, 0x29, 4, 0, 0, 0, 120)),
    yes: jt808(0x0001, [0, 2, 0x81, 0x03, 0], 4),
  },
]
const answered = (id: number, command_id: string) =>
  vi.waitFor(async () =>
    expect(await answerOfRequest(fleet.ctx, id, command_id)).toMatchObject({ state: 'answered' }),
  )
const intervalOf = (id: number) =>
  fleet.ctx.db
    .selectFrom('devices')
    .select('reporting_interval')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe.each(dialogues)('a $protocol', dialogue => {
  test('says where it is, and reports as often as it is told [devices.31, devices.33, devices.36]', async () => {
    const { ctx } = fleet
    const { id, vehicle_id } = await fleet.newDevice(
      dialogue.name,
      dialogue.protocol,
      dialogue.profile,
    )
    const tracker = fleet.connect()
    tracker.say(dialogue.first)
    await fleet.isConnected(id)
    const place = await askDevice(ctx, id, { request: 'position' })
    await tracker.hears(dialogue.question)
    tracker.say(dialogue.place)
    await answered(id, place.command_id)
    expect(await answerOfRequest(ctx, id, place.command_id)).toMatchObject({ answer: null })
    expect((await fleet.positionsOf(vehicle_id)).at(-1)).toEqual({
      message_datetime: new Date(AT),
      latitude_e7: NORTH,
    })
    const interval = await askDevice(ctx, id, { request: 'interval', seconds: 120 })
    await tracker.hears(dialogue.order)
    expect(await intervalOf(id)).toEqual({ reporting_interval: null })
    tracker.say(dialogue.yes)
    await answered(id, interval.command_id)
    expect(await intervalOf(id)).toEqual({ reporting_interval: 120 })
  })
})

test('a Queclink says where it is, and is told no interval [devices.31, devices.32, devices.33]', async () => {
  const { ctx } = fleet
  const { id, vehicle_id } = await fleet.newDevice('352094081462262', 'queclink')
  const tracker = fleet.connect()
  tracker.say(first('queclink', '352094081462262'))
  await fleet.isConnected(id)
  const { command_id } = await askDevice(ctx, id, { request: 'position' })
  await tracker.hears(/AT\+GTRTO=gv300,1,,,,,,0001\$$/)
  tracker.say(
    `+ACK:GTRTO,${queclink},RTL,0001,${digits},0003$+RESP:GTRTL,${queclink},,00,1,1,62.0,187,120.4,9.187781,45.463441,${digits},0222,0010,1A2B,ABCD,00,1000.5,${digits},0004$`,
  )
  await answered(id, command_id)
  await vi.waitFor(async () =>
    expect((await fleet.positionsOf(vehicle_id)).at(-1)).toEqual({
      message_datetime: new Date(AT),
      latitude_e7: NORTH,
    }),
  )
  await expect(askDevice(ctx, id, { request: 'interval', seconds: 60 })).rejects.toMatchObject({
    code: 'conflict',
  })
})
