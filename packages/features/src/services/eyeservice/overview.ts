// What is due first, and when; on the page of F-gas, when that is due.
import type { DueState } from '../../costs/tcos/rules.ts'
import type { Overview, OverviewText, Tone, Values } from '../overview.ts'

const tones: Readonly<Record<DueState, Tone | undefined>> = {
  overdue: 'alarm',
  due: 'warning',
  fine: undefined,
}
/** A day as it is read, else what the counters will show. */
function whenOf(data: Values, prefix: string): OverviewText[] {
  const [by, date, km, hour] = ['by', 'due_date', 'due_km', 'due_hour'].map(
    name => data[`${prefix}${name}`],
  )
  if (by === 'km' && typeof km === 'number') return [{ value: km, unit: 'km' }]
  if (by === 'hour' && typeof hour === 'number') return [{ value: hour, unit: 'h' }]
  return typeof date === 'string' ? [{ text: date.split('-').toReversed().join('/') }] : []
}
const overview: Overview = {
  emptyText: 'eyeservice.not_counted',
  texts(data, page) {
    const prefix = page === 'f-gas' ? 'fgas_' : ''
    const state = data[`${prefix}state`] as DueState | null | undefined
    if (state == null) return []
    const type = page === 'f-gas' ? [] : [{ key: `eyeservice.type.${data.type}` }]
    return [
      ...type,
      { key: `eyeservice.due_state.${state}`, tone: tones[state] },
      ...whenOf(data, prefix),
    ]
  },
}
export default overview
