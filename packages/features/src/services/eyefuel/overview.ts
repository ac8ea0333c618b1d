// The level of the tank, its cap, and thefts.
import { figure, type Overview } from '../overview.ts'
import { tankMemory } from './derive-memory.ts'
import { fuel } from './kinds.ts'
import { levelOf } from './rules.ts'

const toneOf = (usage: unknown) => {
  const level = typeof usage === 'number' ? levelOf(usage) : 'good'
  return level === 'good' ? undefined : level
}
const overview: Overview = {
  memories: ['fuel'],
  read({ memory, isVisible }) {
    const storedMemory = memory('fuel')
    if (storedMemory === undefined) return null
    const { at, tank_usage, cap_status, alarm_status, armed } = tankMemory.read(storedMemory)
    return at !== null && isVisible(fuel.kind, at)
      ? { at, data: { tank_usage, cap_status, alarm_status, armed } }
      : null
  },
  texts: ({ tank_usage, cap_status, alarm_status }) => [
    ...(alarm_status === 1 ? [{ key: 'overviews.reading.theft', tone: 'alarm' } as const] : []),
    ...figure(tank_usage, '%', { tone: toneOf(tank_usage) }),
    ...(cap_status === 1 ? [{ key: 'overviews.reading.cap_open', tone: 'warning' } as const] : []),
  ],
}
export default overview
