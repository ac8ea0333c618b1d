// A planned trip on paper for the driver: start, distance, and places with their notes.
import { printPage, tableOf } from '@flotta/ui/table/export.ts'
import { formatDateTime, formatDuration, formatNumber, say } from '@flotta/ui/texts.ts'
import type { PlannedTrip } from '../contract.ts'
import { exclusionsIn, townOf } from '../draft.ts'

export function printTrip(trip: PlannedTrip, plate: string | undefined): void {
  const { name, startdate, arrival, route, waypoints, options, approximate } = trip
  const exclusions = exclusionsIn(options).map(option => say(`planner.option.${option}`))
  const facts: readonly (readonly [string, string])[] = [
    [say('planner.startdate'), formatDateTime(startdate)],
    [say('planner.arrival'), formatDateTime(arrival)],
    [say('planner.distance'), formatNumber(route.distance / 1000, { unit: 'km', decimals: 1 })],
    [say('planner.duration'), formatDuration(route.duration)],
    ...(plate === undefined ? [] : [[say('planner.vehicle'), plate] as const]),
    ...(exclusions.length === 0 ? [] : [[say('planner.avoid'), exclusions.join(', ')] as const]),
  ]
  printPage(name, page => {
    const text = (tag: 'h1' | 'p', content: string) =>
      Object.assign(page.createElement(tag), { textContent: content })
    const places = waypoints.map((waypoint, i) => [
      i + 1,
      [waypoint.address, townOf(waypoint)].filter(Boolean).join(', '),
      waypoint.notes,
    ])
    return [
      text('h1', name),
      tableOf(page, [], facts),
      text('p', say('planner.stops')),
      tableOf(page, ['', say('planner.place'), say('planner.notes')], places),
      ...(approximate ? [text('p', say('planner.approximate_text'))] : []),
    ]
  })
}
