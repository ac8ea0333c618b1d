// The first sheet of every report: what it is, whose, of when, and how much was received of each vehicle.
import type { Item, ReportAsk, Sheet } from '@flotta/platform/report.ts'
import { receivedOf } from './received.ts'
import type { Told } from './writer.ts'

/** Gaps of a vehicle that are told one by one, the longest first to be kept. */
const MOST_GAPS = 10

/** @param heard how many vehicles are done */
export function coverOf(ask: ReportAsk, told: Told, heard: (vehicles: number) => void): Sheet {
  return {
    key: 'cover',
    name: { key: 'reports.file.cover' },
    columns: [
      { key: 'vehicle', title: { key: 'reports.file.vehicle' }, format: 'text' },
      { key: 'type', title: { key: 'reports.file.vehicle_type' }, format: 'text' },
      { key: 'received', title: { key: 'reports.file.received' }, format: 'percent' },
      { key: 'gaps', title: { key: 'reports.file.gaps' }, format: 'count' },
      { key: 'silent', title: { key: 'reports.file.silent' }, format: 'duration' },
      { key: 'said', title: { key: 'reports.file.completeness' }, format: 'text' },
    ],
    items: () => items(ask, told, heard),
  }
}

async function* items({ ctx, vehicles, from, to, signal }: ReportAsk, { say, telling }: Told, heard: (vehicles: number) => void): AsyncGenerator<Item> {
  for (const [i, { vehicle, plate, vehicle_type }] of vehicles.entries()) {
    signal.throwIfAborted()
    const received = await receivedOf(ctx, vehicle, from, to)
    const gaps = received?.gaps ?? []
    const silent = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0)
    const share = received?.received ?? null
    const count = gaps.length
    const said =
      received === null
        ? say('reports.file.not_shared')
        : share === null
          ? say('reports.file.did_not_drive', { count })
          : // a hundred is said where nothing is missing alone
            say('reports.file.received_gaps', { percent: telling.text(count > 0 ? Math.min(share, 99.9) : share, 'percent'), count })
    yield {
      row: [plate, say(`vehicles.type.${vehicle_type}`), share, count, silent / 1_000, said],
      ...(count > 0 && { marked: true }),
    }
    const longest = gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MOST_GAPS)
    for (const gap of longest.toSorted((a, b) => a.from - b.from)) yield { gap: [gap.from, gap.to] }
    heard(i + 1)
  }
}
