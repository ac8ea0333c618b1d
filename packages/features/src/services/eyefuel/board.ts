// The board of the tanks: a row for each vehicle, thefts and low levels first.
import { HOUR } from '@flotta/core/time.ts'
import { type Board, figureCell, flagsOf, gravestTone, wordsCell } from '../board.ts'
import { tankMemory } from './derive-memory.ts'
import { fuel } from './kinds.ts'
import { levelOf, tankOf, WARNING_PERCENT } from './rules.ts'

const HISTORY_HOURS = 6
const NOTHING = {
  tank_usage: null,
  litres: null,
  capacity: null,
  cap_status: null,
  alarm_status: null,
  armed: null,
}
const toneOf = (usage: number | null) => {
  const level = usage === null ? 'good' : levelOf(usage)
  return level === 'good' ? undefined : level
}

const board: Board = {
  memories: ['fuel'],
  parts({ memory, isVisible, configurations }) {
    const stored = memory('fuel')
    const tank = stored === undefined ? null : tankMemory.read(stored)
    if (tank === null || tank.at === null || !isVisible(fuel.kind, tank.at))
      return [{ part: null, at: null, values: NOTHING, risk: -1, tone: null, flags: [] }]
    const { tank_usage, cap_status, alarm_status, armed } = tank
    const { capacity } = tankOf(configurations)
    const level = toneOf(tank_usage)
    const [isTheft, isOpen] = [alarm_status === 1, cap_status === 1]
    return [
      {
        part: null,
        at: tank.at,
        values: {
          tank_usage,
          litres:
            tank_usage === null || capacity === null
              ? null
              : Math.round((tank_usage / 100) * capacity),
          capacity,
          cap_status,
          alarm_status,
          armed,
        },
        risk:
          (isTheft ? 400 : 0) +
          (level === 'alarm' ? 200 : level === 'warning' ? 100 : 0) +
          (isOpen ? 150 : 0) +
          (tank_usage === null ? 0 : (100 - tank_usage) / 2),
        tone: gravestTone([isTheft && 'alarm', level, isOpen && 'warning']),
        flags: flagsOf({ theft: isTheft, low: level !== undefined, cap: isOpen }),
      },
    ]
  },
  columns: [
    {
      title: 'eyefuel.board.level',
      figure: true,
      cell: ({ tank_usage }) =>
        figureCell(tank_usage, '%', {
          tone: toneOf(typeof tank_usage === 'number' ? tank_usage : null),
        }),
    },
    {
      title: 'eyefuel.board.litres',
      figure: true,
      cell: ({ litres }) => figureCell(litres, 'l'),
    },
    {
      title: 'eyefuel.board.capacity',
      figure: true,
      cell: ({ capacity }) => figureCell(capacity, 'l'),
    },
    {
      title: 'eyefuel.board.cap',
      cell: ({ cap_status }) =>
        cap_status === null
          ? null
          : cap_status === 1
            ? wordsCell('eyefuel.board.open', 'warning')
            : wordsCell('eyefuel.board.closed'),
    },
    {
      title: 'eyefuel.armed_state',
      cell: ({ alarm_status, armed }) =>
        alarm_status === 1
          ? wordsCell('overviews.reading.theft', 'alarm')
          : armed === null
            ? null
            : wordsCell(`eyefuel.armed.${armed === true ? 'armed' : 'none'}`),
    },
  ],
  filters: [
    { name: 'theft', title: 'eyefuel.board.thefts', tone: 'alarm' },
    { name: 'low', title: 'eyefuel.board.low', tone: 'warning' },
    { name: 'cap', title: 'eyefuel.board.cap_open', tone: 'warning' },
  ],
  line: {
    kinds: [fuel.kind],
    title: 'eyefuel.board.level',
    unit: '%',
    holds: HISTORY_HOURS * HOUR,
    point(data) {
      const row = data[fuel.kind] as { readonly tank_usage: number | null } | null
      return { value: row?.tank_usage ?? null, low: row === null ? null : WARNING_PERCENT }
    },
  },
}
export default board
