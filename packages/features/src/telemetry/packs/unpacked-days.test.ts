// Which unpacked days a process keeps in memory.
import { expect, test } from 'vitest'
import type { PositionColumns } from './codec.ts'
import { UnpackedDays } from './unpacked-days.ts'

const checksum = Buffer.from('12345678')
/** @param count a thousand positions are 36 kB */
const positions = (count = 1_000) => ({ micros: new Float64Array(count) }) as PositionColumns
const days = (most: number, ...vehicle_ids: readonly number[]) => {
  const memory = new UnpackedDays(most)
  for (const id of vehicle_ids) memory.keep(id, '2026-11-20', { checksum, positions: positions() })
  return vehicle_ids.map(id => memory.dayOf(id, '2026-11-20') !== null)
}
const round = [1, 2, 3, 4]

test('the memory keeps all days that fit', () =>
  expect(days(200_000, ...round)).toEqual([true, true, true, true]))
test('a reader that goes round more days than fit finds the first ones again', () =>
  expect(days(80_000, ...round, ...round).slice(0, 4)).toEqual([true, true, false, false]))
test('days that nobody reads any more make room', () => {
  const memory = new UnpackedDays(80_000)
  for (const id of [1, 2]) memory.keep(id, '2026-11-20', { checksum, positions: positions() })
  for (let n = 0; n < 12; n++) memory.keep(7, '2026-11-21', { checksum, positions: positions() })
  expect([
    memory.dayOf(1, '2026-11-20'),
    memory.dayOf(7, '2026-11-21')?.checksum.equals(checksum),
  ]).toEqual([null, true])
})
test('a day that is larger than the whole memory is not kept', () => {
  const memory = new UnpackedDays(1_000)
  memory.keep(1, '2026-11-20', { checksum, positions: positions() })
  expect(memory.dayOf(1, '2026-11-20')).toBeNull()
})
