// The values of single types of reports: ignition, inputs, supply, driver, alarms, and others.
import type { IoWriter } from '@flotta/core/io.ts'
import { drivingStyle } from '../driving-style.ts'
import { decimalOf, hexadecimalOf } from '../text-fields.ts'
import { putCan } from './can.ts'
import { putObd } from './obd.ts'
import { putAccessory } from './sensors.ts'
import { isState, putBattery, putState } from './state.ts'

/** The fields of a report by their position. */
export interface ReportFields {
  /** Between the name of the device and the first place; all fields when there is no place. */
  readonly before: readonly string[]
  /** After the last place. */
  readonly after: readonly string[]
  /** The device is not wired to a vehicle. */
  readonly isPortable: boolean
}
type FieldWriter = (io: IoWriter, fields: ReportFields) => void

const MILLIVOLTS = /^\d{4,5}$/
const VOLTS = /^\d{1,2}\.\d{1,3}$/

/** A supply voltage: millivolts as a whole number, or volts. */
export function putSupply(io: IoWriter, field: string | undefined): void {
  if (MILLIVOLTS.test(field ?? '')) io.putText('external_mv', field ?? '')
  else if (VOLTS.test(field ?? '')) io.putText('external_v', field ?? '')
}

const constant =
  (name: string, text: '0' | '1'): FieldWriter =>
  io =>
    io.putText(name, text)
/** The kind of a report: two digits before the number of places. */
const kindOf = (before: readonly string[]): string => before.at(-2) ?? ''

/** The last digit of the kind: 0 the engine was switched on, 1 off. */
const ignitionByKind: FieldWriter = (io, { before }) => {
  const kind = kindOf(before)
  if (/^\d[01]$/.test(kind)) io.putText('ignition', kind.endsWith('0') ? '1' : '0')
}
const input =
  (n: 1 | 2): FieldWriter =>
  (io, { before }) => {
    const [, state = ''] = before
    if (/^[01]$/.test(state)) io.putText(`in${n}`, state)
  }
/** The kind is the number of an input and its level. */
const inputByKind: FieldWriter = (io, { before }) => {
  const [, n, level] = /^([1-4])([01])$/.exec(kindOf(before)) ?? []
  if (n !== undefined && level !== undefined) io.putText(`in${n}`, level)
}
const motion: FieldWriter = (io, { before }) => {
  const [, level] = /^\d?([01])$/.exec(kindOf(before)) ?? []
  if (level !== undefined) io.putText('movement', level)
}
const state: FieldWriter = (io, { before }) => {
  const lastState = before.findLast(isState)
  if (lastState !== undefined) putState(io, lastState)
}
const STYLES: Readonly<Record<string, keyof typeof drivingStyle>> = {
  0: 'braking',
  1: 'acceleration',
  2: 'cornering',
  3: 'braking',
  4: 'acceleration',
}
/** The last digit of the kind of harsh driving. Some devices count from 3 at high speeds. */
const harshness: FieldWriter = (io, { before }) => {
  const kind = kindOf(before).slice(-1)
  const style = STYLES[kind]
  if (style === undefined) return
  io.putText('harsh', style)
  io.putText('style', String(drivingStyle[style]))
}
const driver: FieldWriter = (io, { before }) => {
  const id = before.find(field => /^[\da-f]{4,32}$/i.test(field))
  if (id !== undefined) io.putText('driver', id)
}
/** 1: the jamming has ended, 2: it has begun. */
const jamming: FieldWriter = (io, { before }) => {
  const level = before.findLast(field => /^[12]$/.test(field) && field !== '')
  if (level !== undefined) io.putText('jammed', level === '2' ? '1' : '0')
}
const lowBattery: FieldWriter = (io, { before }) => {
  io.putText('battery_low', '1')
  const volts = before.find(field => VOLTS.test(field))
  if (volts !== undefined) io.putText('battery_v', volts)
}

const MOST_CSQ = 31
const info: FieldWriter = (io, { before, isPortable }) => {
  const [code = '', card = '', csq = ''] = before
  if (isState(code)) putState(io, code)
  if (/^[\dA-F]{18,22}$/i.test(card)) io.putText('iccid', card)
  if (/^\d{1,2}$/.test(csq) && Number(csq) <= MOST_CSQ) io.putText('csq', csq)
  putSupply(io, before[5])
  const battery = before.slice(6, 9).find(field => /^[1-5]\.\d{1,3}$/.test(field))
  if (battery !== undefined) io.putText('battery_v', battery)
  // The level follows the time of the last fix.
  const fixed = before.findIndex(field => /^\d{14}$/.test(field))
  if (isPortable && fixed >= 0) putBattery(io, before[fixed + 1])
}
const versions: FieldWriter = (io, { before }) => {
  for (const [i, name] of ['model', 'firmware', 'hardware'].entries())
    if (before[i]) io.putText(name, before[i] ?? '')
}
/** Temperature and battery, before the place. */
const climate: FieldWriter = (io, { before }) => {
  const temperature = before.at(-2)
  if (temperature?.includes('.') && decimalOf(temperature) !== null)
    io.putText('temperature', temperature)
  putBattery(io, before.at(-1))
}
/** The last field is the temperature, in whole degrees. */
const temperatureAlarm: FieldWriter = (io, { before }) => {
  const temperature = before.at(-1)
  if (decimalOf(temperature) !== null) io.putText('temperature', temperature ?? '')
}
/** The text of a fuel probe on the serial port, which this protocol passes on: number, level, temperature. */
const PROBE = /COMB,\d+,(\d{1,5}(?:\.\d+)?),/
const serialData: FieldWriter = (io, { before }) => {
  const bytes = before.find(field => /^(?:[\da-f]{2}){8,}$/i.test(field))
  const [, level] = PROBE.exec(Buffer.from(bytes ?? '', 'hex').toString('latin1')) ?? []
  if (level !== undefined) io.putText('fuel_sensor1', level)
}
/** Index, kind, model, alarm, mask and the values of an accessory. */
const accessory: FieldWriter = (io, { before }) => {
  const at = before.findIndex((field, i) => i > 1 && /^[\da-f]{4}$/i.test(field))
  const mask = hexadecimalOf(before[at])
  if (at >= 0 && mask !== null) putAccessory(io, before, at + 1, { name: 'alarmed', mask })
}

const reports: Readonly<Record<string, FieldWriter>> = {
  IGN: constant('ignition', '1'),
  IGF: constant('ignition', '0'),
  VGN: constant('ignition', '1'),
  VGF: constant('ignition', '0'),
  IGL: ignitionByKind,
  VGL: ignitionByKind,
  STT: state,
  NMR: motion,
  DIS: inputByKind,
  LSW: input(1),
  TSW: input(2),
  MPN: constant('power_cut', '0'),
  MPF: constant('power_cut', '1'),
  EPN: constant('power_cut', '0'),
  EPF: constant('power_cut', '1'),
  BPL: lowBattery,
  BTC: constant('battery_low', '0'),
  JDS: jamming,
  IDN: constant('idling', '1'),
  IDF: constant('idling', '0'),
  HBM: harshness,
  IDA: driver,
  INF: info,
  VER: versions,
  STR: climate,
  BAA: accessory,
  BID: accessory,
  LBS: (io, { before }) => putBattery(io, before[2]),
  WIF: (io, { before }) => putBattery(io, before.at(-1)),
  CAN: (io, { before }) => void putCan(io, before, 1),
  OBD: (io, { before }) => {
    const at = before.findIndex(field => /^[\da-f]{6}$/i.test(field))
    putObd(io, before, at)
  },
  TEM: temperatureAlarm,
  DTT: serialData,
}

/** Stores the values of a report by its type; types without an entry contain only place and state. */
export const putReport = (io: IoWriter, type: string, fields: ReportFields): void =>
  reports[type]?.(io, fields)
