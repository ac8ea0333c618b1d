// Trackers of several protocols against the real gateway on the shared port: recognised, answered, stored, and commanded.
import { commandOf, sendCommand } from '@flotta/features/telemetry/registry/commands.ts'
import { listUnclaimed } from '@flotta/features/telemetry/registry/device-list.ts'
import { deviceSides } from '@flotta/protocols/device-sides.ts'
import { answerTo, shortFrame } from '@flotta/protocols/gt06/encode.ts'
import { frameFor, sumOf } from '@flotta/protocols/meitrack/encode.ts'
import { CODEC_8 } from '@flotta/protocols/teltonika/device.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clockOf, type MixedFleet, openMixedFleet } from './mixed-fleet-testing.ts'
import { connection } from './simulator/connection.ts'
import { otherLanguage } from './simulator/language.ts'

let fleet: MixedFleet
let ctx: MixedFleet['ctx']
beforeAll(async () => {
  fleet = await openMixedFleet()
  ctx = fleet.ctx
})
afterAll(() => fleet.close())
/** Time of the records of these trackers: an hour ago, to the second. */
const AT = new Date(Math.floor((Date.now() - 3_600_000) / 1_000) * 1_000)
const [YEAR = '', MONTH = '', DAY = '', HOUR = '', MINUTE = '', SECOND = ''] = clockOf(AT)
const newDevice: MixedFleet['newDevice'] = (...device) => fleet.newDevice(...device)
const connect = () => fleet.connect()
const positionsOf: MixedFleet['positionsOf'] = id => fleet.positionsOf(id)
async function sendOnceConnected(id: number, text: string) {
  await fleet.isConnected(id)
  return sendCommand(ctx, id, text)
}
const hexOf = (...frames: readonly Uint8Array[]) => Buffer.concat(frames).toString('hex')

test('a GT06 without a profile of its own signs in, is stored before it is answered, and answers a command [protocols.30, protocols.34, protocols.40]', async () => {
  const device = await newDevice('352094081452251', 'gt06')
  expect(device.profile).toBe('gt06')
  const tracker = connect()
  const login = shortFrame(0x01, Buffer.from('0352094081452251', 'hex'), 1)
  const place = shortFrame(
    0x22,
    Buffer.concat([
      Buffer.from([YEAR, MONTH, DAY, HOUR, MINUTE, SECOND].map(Number)),
      Buffer.from('cc04e0b0d000fc598c3e14bb00de0a1b2c00abcd010000', 'hex'),
    ]),
    2,
  )
  tracker.say(Buffer.concat([login, place]))
  await tracker.hears(hexOf(answerTo(0x01, 1), answerTo(0x22, 2)))
  expect(await positionsOf(device.vehicle_id)).toMatchObject([
    { message_datetime: AT, latitude_e7: 454_634_400 },
  ])
  const command = await sendOnceConnected(device.id, 'RELAY,1#')
  await tracker.hears(/RELAY,1#/)
  const content = Buffer.concat([
    Buffer.from([0, 0, 0, 0, 1]),
    Buffer.from('Cut off the fuel supply: Success!'),
  ])
  tracker.say(shortFrame(0x21, content, 3))
  await vi.waitFor(async () =>
    expect(await commandOf(ctx, command)).toMatchObject({
      state: 'answered',
      reply: 'Cut off the fuel supply: Success!',
    }),
  )
})

test('a phone by HTTP hears 200 once its place is stored, and 404 where nobody knows it [protocols.44, gateway.36]', async () => {
  const device = await newDevice('phone-7', 'osmand')
  const phone = connect()
  const request = (id: string) =>
    `GET /?id=${id}&lat=45.4642&lon=9.19&timestamp=${AT.getTime()}&speed=10&batt=87 HTTP/1.1\r\n\r\n`
  phone.say(request('phone-7'))
  await phone.hears(/^HTTP\/1\.1 200 /)
  expect(await positionsOf(device.vehicle_id)).toMatchObject([{ latitude_e7: 454_642_000 }])
  const stranger = connect()
  stranger.say(request('phone-8'))
  await stranger.hears(/^HTTP\/1\.1 404 /)
  expect(await listUnclaimed(ctx)).toMatchObject([{ identifier: 'phone-8', protocol: 'osmand' }])
})

test('Wialon lines are stored and answered', async () => {
  const device = await newDevice('any-name', 'wialon')
  const tracker = connect()
  tracker.say(
    `#L#any-name;NA\r\n#SD#${DAY}${MONTH}${YEAR};${HOUR}${MINUTE}${SECOND};4527.8064;N;00911.2668;E;62;187;120;9\r\n#P#\r\n`,
  )
  await tracker.hears(/^#AL#1\r\n#ASD#1\r\n#AP#\r\n$/)
  expect(await positionsOf(device.vehicle_id)).toMatchObject([{ message_datetime: AT }])
})

test('a Queclink with a temperature is stored, its heartbeat answered, and a command obeyed [protocols.45, protocols.46]', async () => {
  const device = await newDevice('352094081452269', 'queclink')
  const tracker = connect()
  const clock = AT.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const head = '060502,352094081452269,box'
  tracker.say(
    `+RESP:GTERI,${head},00000002,12202,10,1,1,62.0,187,120.4,9.187781,45.463441,${clock},0222,0010,1A2B,ABCD,00,1000.5,,,,95,220100,2,1,28FF01,1,FF38,${clock},0001$+ACK:GTHBD,${head},${clock},0002$`,
  )
  await tracker.hears(/^\+SACK:GTHBD,060502,0002\$$/)
  expect(await positionsOf(device.vehicle_id)).toMatchObject([
    { message_datetime: AT, latitude_e7: 454_634_410 },
  ])
  const command = await sendOnceConnected(device.id, 'GTRTO,1,,,,,')
  await tracker.hears(/AT\+GTRTO=gv300,1,,,,,,0001\$$/)
  tracker.say(`+ACK:GTRTO,${head},GPS,0001,${clock},0003$`)
  await vi.waitFor(async () =>
    expect(await commandOf(ctx, command)).toMatchObject({
      state: 'answered',
      reply: 'GTRTO,GPS,0001',
    }),
  )
})

test('a Coban signs in, its SOS is answered once stored, and its fuel is cut [protocols.47, protocols.48]', async () => {
  const device = await newDevice('352094081452277', 'coban')
  const tracker = connect()
  const report = (keyword: string) =>
    `imei:352094081452277,${keyword},${YEAR}${MONTH}${DAY}${HOUR}${MINUTE}${SECOND},,F,${HOUR}${MINUTE}${SECOND}.000,A,4527.8064,N,00911.2668,E,33.48,187,,1,0,51.93%,,;`
  tracker.say(`##,imei:352094081452277,A;352094081452277;${report('help me')}`)
  await tracker.hears(/^LOADON\*\*,imei:352094081452277,E;$/)
  expect(await positionsOf(device.vehicle_id)).toMatchObject([
    { message_datetime: AT, latitude_e7: 454_634_400 },
  ])
  const command = await sendOnceConnected(device.id, 'J')
  await tracker.hears(/\*\*,imei:352094081452277,J;$/)
  tracker.say(report('jt'))
  await vi.waitFor(async () =>
    expect(await commandOf(ctx, command)).toMatchObject({ state: 'answered', reply: 'jt' }),
  )
})

test('two Meitracks share a connection, a heartbeat is answered, and an output is switched [protocols.49, protocols.50]', async () => {
  const names = ['352094081452285', '352094081452293'] as const
  const devices = [await newDevice(names[0], 'meitrack'), await newDevice(names[1], 'meitrack')]
  const tracker = connect()
  const serverFrame = (imei: string, text: string) => {
    // A frame of the server begins with other marks and is otherwise the same.
    const frame = Buffer.from(frameFor('A', imei, text).with(0, 0x24).with(1, 0x24))
    frame.write(
      sumOf(frame, frame.length - 4)
        .toString(16)
        .padStart(2, '0'),
      frame.length - 4,
    )
    return frame
  }
  const record = `AAA,35,45.463441,9.187781,${YEAR}${MONTH}${DAY}${HOUR}${MINUTE}${SECOND},A,12,24,62,187,0.7,120,32121,442492,222|10|1A2B|ABCD,0100,0|0|0|018D|04F0,,,3,0000,`
  tracker.say(
    Buffer.concat([...names.map(n => serverFrame(n, record)), serverFrame(names[0], 'AAC,1')]),
  )
  await tracker.hears(/^@@z27,352094081452285,AAC,1\*[\dA-F]{2}\r\n$/)
  for (const { vehicle_id } of devices)
    expect(await positionsOf(vehicle_id)).toMatchObject([
      { message_datetime: AT, latitude_e7: 454_634_410 },
    ])
  const command = await sendOnceConnected(devices[1]?.id ?? 0, 'C01,0,12222')
  await tracker.hears(/@@A33,352094081452293,C01,0,12222\*/)
  tracker.say(serverFrame(names[1], 'C01,OK'))
  await vi.waitFor(async () =>
    expect(await commandOf(ctx, command)).toMatchObject({ state: 'answered', reply: 'C01,OK' }),
  )
})

test('a Queclink that waits for it hears of its report once it is stored [protocols.51]', async () => {
  const device = await newDevice('352094081452301', 'queclink', 'queclink_sack')
  const tracker = connect()
  const clock = AT.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const report = `+RESP:GTFRI,060502,352094081452301,box,12202,10,1,1,62.0,187,120.4,9.187781,45.463441,${clock},0222,0010,1A2B,ABCD,00,1000.5,,,,95,220100,,,,${clock},0A01$`
  tracker.say(report)
  await tracker.hears(/^\+SACK:0A01\$$/)
  tracker.say(report.replace('+RESP', '+BUFF'))
  await tracker.hears(/^\+SACK:0A01\$\+SACK:0A01\$$/)
  expect(await positionsOf(device.vehicle_id)).toMatchObject([{ message_datetime: AT }])
})

test('a JT/T 808 that was registered with leading zeros is known on the port that all share [protocols.31, protocols.40]', async () => {
  const device = await newDevice('000081460777', 'jt808')
  expect(device.imei).toBe('81460777')
  const side = deviceSides.get('jt808')
  if (side === undefined) throw new Error('jt808')
  const fix = {
    latitude_e7: 454_634_400,
    longitude_e7: 91_877_800,
    altitude: 120,
    direction: 90,
    speed: 50,
    satellites: 9,
  }
  const record = { at: AT.getTime(), fix, ignition: true, power: 24, odometer: 1_000 }
  const { bytes, answer } = side.record('81460777', record, 1)
  const tracker = connect()
  tracker.say(bytes)
  await tracker.hears(answer)
  expect(await positionsOf(device.vehicle_id)).toMatchObject([{ message_datetime: AT }])
})

test.each(
  [...deviceSides.keys()].map((protocol, i) => ({ protocol, imei: `3520940814600${10 + i}` })),
)(
  'a simulated tracker of $protocol is acknowledged what is stored [protocols.52]',
  async ({ protocol, imei }) => {
    const side = deviceSides.get(protocol)
    if (side === undefined) throw new Error(protocol)
    const name = side.nameOf?.(imei) ?? imei
    const { vehicle_id } = await newDevice(name, protocol)
    const records = Array.from({ length: 5 }, (_, n) => ({
      at: AT.getTime() + n * 1_000,
      fix: {
        latitude_e7: 454_634_400 + n * 60_000,
        longitude_e7: 91_877_800,
        altitude: 120,
        direction: 90,
        speed: 50,
        satellites: 9,
      },
      elements: [{ id: 239, width: 1 as const, value: 1 }],
    }))
    const expected = records.map(r => new Date(r.at))
    const acknowledged: number[] = []
    const link = connection({
      server: { host: '127.0.0.1', port: fleet.gateway.addresses.get(protocol)?.tcp?.port ?? 0 },
      imei: name,
      codec: CODEC_8,
      language: otherLanguage(side, name),
      take: () => records.splice(0, 2),
      onAcknowledged: sent => acknowledged.push(...sent.map(r => r.at)),
    })
    link.wake()
    await vi.waitFor(() => expect(acknowledged.map(at => new Date(at))).toEqual(expected))
    link.close()
    expect((await positionsOf(vehicle_id)).map(p => p.message_datetime)).toEqual(expected)
  },
)
