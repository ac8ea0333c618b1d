// The overview shows the maintenance that is due first, and its date. On the page of F-gas it shows that check alone.
import type { DueState } from '../../costs/tcos/rules.ts'
import type { Overview, OverviewText, Tone, Values } from '../overview.ts'

const tones: Readonly<Record<DueState, Tone | undefined>> = {
  overdue: 'alarm',
  due: 'warning',
  fine: undefined,
}
/** The day when the maintenance is due, else the reading of the counter at which it is due. */
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
