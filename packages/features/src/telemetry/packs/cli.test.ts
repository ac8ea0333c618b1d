// The commands of packed history, as typed.
import { Problem } from '@flotta/core/problem.ts'
import { DAY, MINUTE } from '@flotta/core/time.ts'
import { parseCommandLine, UsageError } from '@flotta/platform/cli.ts'
import { isRecordStream, recordStreamText } from '@flotta/platform/cli-output.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { commands } from './cli.ts'
import { INSERT_POSITIONS, insertValues } from './rows.ts'
import { dayOfSamples } from './testing.ts'

const MORNING = Date.UTC(2026, 10, 10)
let app: TestApp
let vehicle_id: number
beforeAll(async () => {
  app = await testApp()
  app.clock.now = MORNING + 30 * DAY
  vehicle_id = (await app.make.vehicle((await app.make.customer({})).id)).id
  await app.ctx.pool.query(`select create_month('positions', '2026-11-01')`)
  await app.ctx.pool.query(INSERT_POSITIONS, [
    vehicle_id,
    ...insertValues(
      dayOfSamples([
        {
          at: MORNING,
          latitude_e7: 454_642_035,
          longitude_e7: 91_899_820,
          altitude: 120,
          direction: 90,
          speed: 50,
          satellites: 9,
          io: Uint8Array.of(8, 1),
        },
        { at: MORNING + MINUTE, io: null },
        { at: MORNING + DAY, seq: 256, latitude_e7: -1, longitude_e7: 5, speed: 0 },
      ]),
    ),
  ])
})
afterAll(() => app.close())

async function type(...words: string[]): Promise<unknown> {
  const request = parseCommandLine(['positions', ...words], commands)
  if (request.kind === 'help') throw new Error(request.text)
  return request.command.run(request.args, app.ctx)
}
const exportOf = (from: number, to: number, id = vehicle_id) =>
  type(
    'export',
    '--vehicle',
    String(id),
    '--from',
    new Date(from).toISOString(),
    '--to',
    new Date(to).toISOString(),
  )
async function textOf(result: unknown, json = false): Promise<string> {
  if (!isRecordStream(result)) throw new Error('these are no records')
  let text = ''
  for await (const part of recordStreamText(result, commands[0]?.columns ?? [], json)) text += part
  return text
}

test('an export is a CSV of the records from the first instant until before the last, the same for rows and for packed days [telemetry.65]', async () => {
  const all = [
    'message_datetime,latitude,longitude,altitude,direction,speed,satellites,seq,io',
    '2026-11-10T00:00:00.000Z,45.4642035,9.189982,120,90,50,9,0,0801',
    '2026-11-10T00:01:00.000Z,,,,,,,0,',
    '2026-11-11T00:00:00.000Z,-1e-7,5e-7,,,0,,256,',
    '',
  ]
  const plain = (text: string) => text.replace('-1e-7,5e-7', '-0.0000001,0.0000005')
  for (const step of ['rows', 'packs']) {
    const text = await textOf(await exportOf(MORNING, MORNING + 2 * DAY))
    expect([step, text]).toEqual([step, plain(all.join('\n'))])
    expect((await textOf(await exportOf(MORNING + 1, MORNING + DAY))).split('\n')).toEqual([
      all[0],
      all[2],
      '',
    ])
    expect(JSON.parse(await textOf(await exportOf(MORNING, MORNING + MINUTE), true))).toMatchObject(
      [{ speed: 50, io: '0801' }],
    )
    expect(await type('pack')).toEqual({
      days: step === 'rows' ? 2 : 0,
      positions: step === 'rows' ? 3 : 0,
      readings: 0,
      failed: 0,
    })
  }
})
test('an export of no vehicle, or with a reversed period, is refused', async () => {
  await expect(exportOf(MORNING, MORNING)).rejects.toThrow(Problem)
  await expect(exportOf(MORNING, MORNING + DAY, 9_999_999)).rejects.toThrow(Problem)
  await expect(
    type('export', '--vehicle', '1', '--from', 'yesterday', '--to', 'now'),
  ).rejects.toThrow(UsageError)
  await expect(type('pack', '--older-than', '-1')).rejects.toThrow(UsageError)
})
