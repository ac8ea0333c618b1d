// The sheet of a refrigeration unit's changes: on and off, setpoints, operating mode, alarms.
import type { ReadingKinds } from '@flotta/core/telemetry.ts'
import type { Item, ReportAsk, ReportVehicle, Sheet } from '@flotta/platform/report.ts'
import {
  atColumn,
  type Changes,
  changesOf,
  column,
  heldValues,
  SILENT_AFTER,
  vehicleSheet,
} from '../../sheets.ts'
import { fridge } from './kinds.ts'
import { alarmOf, compartmentState, modeOf, setpoints } from './rules.ts'

export type UnitChanges = Changes<ReadingKinds['fridge']>
export const compartments = [1, 2, 3] as const

/** A value of the unit that the sheet follows: its title, and its words. */
interface TrackedValue {
  readonly title: string
  readonly number?: number
  read(unit: UnitChanges['readings'][number]['data']): string | null
  readonly isAlarm?: (text: string) => boolean
  /** Values that alternate all day without a fault. */
  readonly usual?: readonly (string | null)[]
}
/** Translates a key into the report's language; null for null. */
type Say = (key: string | null) => string | null
const trackedValues = ({ ctx, language }: ReportAsk): readonly TrackedValue[] => {
  const say: Say = key => (key === null ? null : ctx.say(language, { key }))
  const celsius = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'celsius',
    maximumFractionDigits: 1,
  })
  return [
    ...unitValues(say),
    ...compartments.flatMap(number => compartmentValues(number, say, celsius)),
  ]
}
const unitValues = (say: Say): readonly TrackedValue[] => {
  const alarmNone = say('eyecold.alarm.none')
  return [
    {
      title: 'eyecold.overall_status',
      read: ({ overall_status: on }) =>
        on === null ? null : say(on === 1 ? 'eyecold.on' : 'eyecold.off'),
    },
    {
      title: 'eyecold.operating_mode',
      read: ({ operating_mode: mode }) =>
        mode === 0 || mode === 1 ? say(`eyecold.operating.${mode}`) : null,
    },
    {
      title: 'eyecold.engine_status',
      read: ({ engine_status }) =>
        engine_status === null ? null : say(`eyecold.engine.${engine_status}`),
    },
    {
      title: 'eyecold.alarm_status',
      read: ({ alarm_status }) => {
        const alarm = alarmOf(alarm_status)
        return alarm === null ? null : say(`eyecold.alarm.${alarm}`)
      },
      isAlarm: text => text !== alarmNone,
    },
  ]
}
const compartmentValues = (
  number: (typeof compartments)[number],
  say: Say,
  celsius: Intl.NumberFormat,
): readonly TrackedValue[] => [
  {
    title: 'eyecold.report.state_of',
    number,
    read: unit => {
      const state = compartmentState(unit[`operation_status_c${number}`])
      return state === null ? null : say(`eyecold.state.${state}`)
    },
  },
  {
    title: 'eyecold.report.mode_of',
    number,
    usual: [say('eyecold.mode.cooling'), say('eyecold.mode.idle'), say('eyecold.mode.heating')],
    read: unit => {
      const mode = modeOf(unit[`operation_mode_c${number}`])
      return mode === null ? null : say(`eyecold.mode.${mode}`)
    },
  },
  {
    title: 'eyecold.setpoint_of',
    number,
    read: unit => {
      const value = unit[setpoints[number - 1] ?? 'setpoint_t1']
      return value === null ? null : celsius.format(value)
    },
  },
]
interface ValueChange {
  readonly at: number
  readonly title: string
  readonly before: string | null
  readonly now: string
  readonly isAlarm: boolean
  readonly isUsual: boolean
}
/** The changes of a value, in order. The first reported value has no value before it. */
function changedIn(
  changes: readonly UnitChanges[],
  watch: readonly TrackedValue[],
  say: (trackedValue: TrackedValue) => string,
): ValueChange[] {
  const valueChanges: ValueChange[] = []
  for (const one of watch)
    for (const change of changes) {
      let before: string | null = null
      for (const { from, value, began } of heldValues(change, one.read, SILENT_AFTER)) {
        if (value === null) continue
        if (began && value !== before)
          valueChanges.push({
            at: from,
            title: say(one),
            before,
            now: value,
            isAlarm: one.isAlarm?.(value) ?? false,
            isUsual: [before, value].every(text => one.usual?.includes(text) ?? false),
          })
        before = value
      }
    }
  return valueChanges.sort((a, b) => a.at - b.at)
}
export const events = (ask: ReportAsk): Sheet => {
  const { ctx, language } = ask
  const watch = trackedValues(ask)
  const say = ({ title, number }: TrackedValue) =>
    ctx.say(language, number === undefined ? { key: title } : { key: title, values: { number } })
  return vehicleSheet(
    ask,
    'fridge_events',
    'eyecold.report.events',
    [
      atColumn,
      column('what', 'text', 'eyecold.report.what'),
      column('before', 'text', 'eyecold.report.before'),
      column('now', 'text', 'eyecold.report.now'),
    ],
    async function* (one: ReportVehicle): AsyncIterable<Item> {
      for (const { at, title, before, now, isAlarm, isUsual } of changedIn(
        await changesOf(ask, one, fridge),
        watch,
        say,
      ))
        yield {
          row: [one.plate, at, title, before, now],
          marked: isAlarm,
          ...(isUsual && { paper: false }),
        }
    },
  )
}
