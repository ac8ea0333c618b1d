// The board of the batteries: a row for each vehicle, the emptiest and those without supply first.
import { HOUR } from '@flotta/core/time.ts'
import { type Board, figureCell, flagsOf, gravestTone, wordsCell } from '../board.ts'
import { newestMeasures } from '../measures/measures.ts'
import { measures, power } from './measures.ts'
import { voltageLevel } from './rules.ts'

const newest = newestMeasures(measures)
const NOTHING = {
  external_voltage: null,
  external_voltage_percent: null,
  power_mode: null,
  battery_capacity: null,
  general_hour_meter: null,
}
const toneOf = (percent: unknown) => {
  const level = typeof percent === 'number' ? voltageLevel(percent) : 'good'
  return level === 'good' ? undefined : level
}

const board: Board = {
  kinds: newest.kinds,
  memories: newest.memories,
  parts(source) {
    const last = newest.read(source)
    if (last === null)
      return [{ part: null, at: null, values: NOTHING, risk: -1, tone: null, flags: [] }]
    const { external_voltage_percent: percent, power_mode } = last.data
    const level = toneOf(percent)
    const isCutOff = power_mode === 1
    return [
      {
        part: null,
        at: last.at,
        values: last.data,
        risk:
          (isCutOff ? 400 : 0) +
          (level === 'alarm' ? 300 : level === 'warning' ? 150 : 0) +
          (typeof percent === 'number' ? (100 - percent) / 2 : 0),
        tone: gravestTone([level, isCutOff && 'alarm']),
        flags: flagsOf({ low: level !== undefined, cut_off: isCutOff, asleep: power_mode === 2 }),
      },
    ]
  },
  columns: [
    {
      title: 'eyepower.external_voltage',
      figure: true,
      cell: ({ external_voltage, external_voltage_percent }) =>
        figureCell(external_voltage, 'V', {
          decimals: 1,
          tone: toneOf(external_voltage_percent),
        }),
    },
    {
      title: 'eyepower.board.percent',
      figure: true,
      cell: ({ external_voltage_percent }) => figureCell(external_voltage_percent, '%'),
    },
    {
      title: 'eyepower.power_mode',
      cell: ({ power_mode }) =>
        power_mode === null
          ? null
          : wordsCell(`eyepower.mode.${power_mode}`, power_mode === 1 ? 'alarm' : undefined),
    },
    {
      title: 'eyepower.board.battery',
      figure: true,
      cell: ({ battery_capacity }) => figureCell(battery_capacity, '%'),
    },
    {
      title: 'eyepower.hour_meter',
      figure: true,
      cell: ({ general_hour_meter }) => figureCell(general_hour_meter, 'h'),
    },
  ],
  filters: [
    { name: 'low', title: 'eyepower.board.low', tone: 'warning' },
    { name: 'cut_off', title: 'eyepower.board.cut_off', tone: 'alarm' },
    { name: 'asleep', title: 'eyepower.board.asleep' },
  ],
  line: {
    kinds: [power.kind],
    title: 'eyepower.external_voltage',
    unit: 'V',
    decimals: 1,
    holds: HOUR,
    point(data) {
      const row = data[power.kind] as { readonly external_voltage: number | null } | null
      return { value: row?.external_voltage ?? null }
    },
  },
}
export default board
