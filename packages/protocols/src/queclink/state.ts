// The end of a report after its last place: odometer, engine hours, battery, and the state of the device.
import type { IoWriter } from '@flotta/core/io.ts'
import { decimalOf } from '../text-fields.ts'
import { batteryFieldOf, hasSplitState, isPortable } from './models.ts'

/** State, inputs and outputs. */
const STATE = /^(?:1[126A]|2[12]|4[12])(?:[\dA-F]{4}|[\dA-F]{8})$/i
const HOURS = /^(\d{5,7}):(\d\d):(\d\d)$/
const KILOMETRES = /^\d{1,7}\.\d{1,3}$/
const PERCENT = /^(100|\d{1,2})$/
const BYTE = /^[\dA-F]{2}$/i
/** Bits of the mask after a place: whether the number of satellites and the cause of the report follow. */
const HAS_SATELLITES = 1
const HAS_CAUSE = 2
/** Reports of small devices end with the battery, after at most this number of fields. */
const LONGEST_SMALL_TAIL = 4
const OUTPUTS = [0, 1, 2, 3] as const

/** Whether the field is a state, in any kind of report. */
export const isState = (field: string | undefined): boolean =>
  /^(1[126A]|2[12]|4[12])$/i.test(field ?? '')

/** Ignition and motion by the state. Without a wired ignition only the motion is known; while the vehicle is towed neither is. */
export function putState(io: IoWriter, state: string): void {
  const code = state.toUpperCase()
  if (!code.startsWith('4')) io.putText('ignition', code.startsWith('2') ? '1' : '0')
  if (/^[124][12]$/.test(code)) io.putText('movement', code.endsWith('2') ? '1' : '0')
}

function putInputs(io: IoWriter, inputs: string, outputs: string): void {
  const [ins, outs] = [Number.parseInt(inputs, 16), Number.parseInt(outputs, 16)]
  io.putText('inputs', inputs)
  io.putText('outputs', outputs)
  // The lowest bit of the inputs is the ignition, so inputs are counted from the second bit.
  for (const n of OUTPUTS) {
    io.putText(`in${n + 1}`, String((ins >> (n + 1)) & 1))
    io.putText(`out${n + 1}`, String((outs >> n) & 1))
  }
}

/** What the mask after a place announces: the satellites, and the index of the other fields. */
function appendixOf(tail: readonly string[]): {
  readonly satellites: number | null
  readonly next: number
} {
  const mask = BYTE.test(tail[0] ?? '') ? Number.parseInt(tail[0] ?? '', 16) : 0
  const hasSatellites = (mask & HAS_SATELLITES) !== 0
  const next = 1 + (hasSatellites ? 1 : 0) + (mask & HAS_CAUSE ? 1 : 0)
  return { satellites: hasSatellites ? decimalOf(tail[1]) : null, next }
}

export const satellitesOf = (tail: readonly string[]): number | null => appendixOf(tail).satellites

/**
 * @param tail the fields after the last place
 * @returns index of the state in `tail`, or of the second field when inputs and outputs are two; -1: there is none
 */
export function putTail(io: IoWriter, tail: readonly string[], deviceType: string): number {
  const { next } = appendixOf(tail)
  const odometer = [tail[0], tail[next], tail[next + 1]].find(field => KILOMETRES.test(field ?? ''))
  if (odometer !== undefined) io.putText('odometer', odometer)
  const [, hours, minutes, seconds] =
    [tail[next], tail[next + 1]].map(field => HOURS.exec(field ?? '')).find(Boolean) ?? []
  if (hours !== undefined)
    io.putText(
      'engine_hours',
      (Number(hours) + Number(minutes) / 60 + Number(seconds) / 3_600).toFixed(4),
    )
  const state = tail.findIndex(field => STATE.test(field))
  if (state >= 0) {
    const field = tail[state] ?? ''
    putState(io, field.slice(0, 2))
    const half = 2 + (field.length - 2) / 2
    putInputs(io, field.slice(2, half), field.slice(half))
    putBattery(io, tail[state - 1])
  } else if (hasSplitState(deviceType)) return putSplit(io, tail)
  else putSmallTail(io, tail, deviceType)
  return state
}

/** Devices without a state: the battery and, for some, the temperature. */
function putSmallTail(io: IoWriter, tail: readonly string[], deviceType: string): void {
  const at = batteryFieldOf(deviceType)
  if (at !== undefined && PERCENT.test(tail[at] ?? '')) {
    putBattery(io, tail[at])
    const temperature = tail[at + 2] ?? ''
    if (/^-?\d{1,2}\.\d$/.test(temperature)) io.putText('temperature', temperature)
  } else if (isPortable(deviceType) && tail.length > LONGEST_SMALL_TAIL) putBattery(io, tail.at(-1))
  else if (tail.length <= LONGEST_SMALL_TAIL && isUsual(tail[0])) putBattery(io, lastOf(tail))
}

/** Battery, inputs and outputs at the end of the report. */
function putSplit(io: IoWriter, tail: readonly string[]): number {
  const at = tail.findIndex(
    (field, i) =>
      i > 1 && BYTE.test(field) && BYTE.test(tail[i + 1] ?? '') && !BYTE.test(tail[i + 2] ?? ''),
  )
  if (at <= 0) return -1
  putInputs(io, tail[at] ?? '', tail[at + 1] ?? '')
  return at + 1
}

/** An empty field, a mask, or kilometres: the form of the end is known. */
const isUsual = (field: string | undefined): boolean =>
  field === '' || BYTE.test(field ?? '') || KILOMETRES.test(field ?? '')
const lastOf = (tail: readonly string[]): string | undefined =>
  tail.slice(1).findLast(field => field !== '')

export function putBattery(io: IoWriter, field: string | undefined): void {
  if (PERCENT.test(field ?? '')) io.putText('battery_level', field ?? '')
}
