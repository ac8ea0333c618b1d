// The directory of devices when not all fit into memory: a known device is never refused, strangers cause no queries, and a changed device is never answered
// from memory.
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { openDirectory } from './directory.ts'
import { DeviceNames } from './names.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

let serial = 0
const newImei = () => String(357_000_000_000_000 + ++serial)
async function fleet(count: number) {
  const customer = await app.make.customer()
  const devices = []
  for (let i = 0; i < count; i++)
    devices.push(
      await app.make.device((await app.make.vehicle(customer.id)).id, { imei: newImei() }),
    )
  return devices
}
const execute = (text: string, ...values: unknown[]) => app.ctx.pool.query(text, values)
/** The number of queries while the work runs. */
async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(app.ctx.pool, 'query')
  await work()
  const times = query.mock.calls.length
  query.mockRestore()
  return times
}

test('after a start the directory knows every device at its first sign-in, and a stranger costs no query', async () => {
  const devices = await fleet(6)
  const directory = openDirectory(app.ctx, 3)
  await directory.byIds([])
  for (const { id, imei } of devices) expect((await directory.byImei(imei))?.id).toBe(id)
  expect(
    await countQueries(async () => {
      for (let i = 0; i < 500; i++) expect(await directory.byImei(newImei())).toBeNull()
    }),
  ).toBe(0)
})

test('the memory holds the devices read last and no more, or all devices where they fit', async () => {
  const devices = await fleet(6)
  const few = openDirectory(app.ctx, 3)
  for (const { imei } of devices) await few.byImei(imei)
  const [, , , a, b, c] = devices
  expect(await countQueries(() => few.byIds([a?.id ?? 0, b?.id ?? 0, c?.id ?? 0]))).toBe(0)
  expect(await countQueries(() => few.byImei(devices[0]?.imei ?? ''))).toBe(1)
  // It replaced the device that was requested longest ago.
  expect([
    await countQueries(() => few.byImei(c?.imei ?? '')),
    await countQueries(() => few.byImei(a?.imei ?? '')),
  ]).toEqual([0, 1])
  const all = openDirectory(app.ctx)
  await all.byIds([])
  expect(
    await countQueries(async () => {
      for (const { imei } of devices) expect(await all.byImei(imei)).not.toBeNull()
    }),
  ).toBe(0)
})

test('a changed device is never answered from an old memory, whether the memory held it or not', async () => {
  const devices = await fleet(6)
  const directory = openDirectory(app.ctx, 3)
  for (const { imei } of devices) await directory.byImei(imei)
  for (const { id, imei } of [devices[0], devices[5]].flatMap(d => d ?? [])) {
    await execute(`update devices set wiring = '{"T1": "temp2"}' where id = $1`, id)
    await app.ctx.changes.heard()
    expect((await directory.byImei(imei))?.wiring).toEqual({ T1: 'temp2' })
    expect((await directory.byIds([id])).get(id)?.mounts[0]?.wiring).toEqual({ T1: 'temp2' })
    await execute('delete from device_mounts where device_id = $1', id)
    await app.ctx.changes.heard()
    expect((await directory.byIds([id])).get(id)?.mounts).toEqual([])
    await execute('update devices set deleted_at = now() where id = $1', id)
    await app.ctx.changes.heard()
    expect(await directory.byImei(imei)).toBeNull()
    // A removed device is a stranger from then on.
    expect(await countQueries(() => directory.byImei(imei))).toBe(0)
    const again = (
      await execute(
        `insert into devices (imei, protocol, profile) values ($1, 'teltonika', 'fmb120') returning id`,
        imei,
      )
    ).rows[0].id
    await app.ctx.changes.heard()
    expect((await directory.byImei(imei))?.id).toBe(again)
  }
})

test('the set of names finds every known device and no stranger', () => {
  const names = new DeviceNames()
  const identifiers = new Set<string>()
  while (identifiers.size < 20_000)
    identifiers.add(
      randomInt(2) === 0
        ? String(350_000_000_000_000 + randomInt(1_000_000))
        : `GW-${randomInt(1_000_000)}`,
    )
  const all = [...identifiers]
  names.replace(all.slice(0, 15_000).join(' '))
  for (const name of all.slice(15_000)) names.add(name)
  expect(all.filter(name => !names.has(name))).toEqual([])
  expect(
    Array.from({ length: 20_000 }, (_, i) => String(360_000_000_000_000 + i)).filter(name =>
      names.has(name),
    ),
  ).toEqual([])
  const [first = '', last = ''] = [all[0], all.at(-1)]
  for (const name of [first, last]) {
    names.remove(name)
    expect(names.has(name)).toBe(false)
    names.add(name)
    expect(names.has(name)).toBe(true)
  }
  names.replace('')
  expect([first, last, ''].map(name => names.has(name))).toEqual([false, false, false])
})
