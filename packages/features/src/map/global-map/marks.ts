// What filters check on a pin, as bits that are computed once for each pin. A line of the filter tree
// then costs a few operations on numbers, even for thousands of pins.

import { alertDefinitions } from '../../alerts/incidents/catalogue.ts'
import { agreementIds } from '../../fleet/agreements/contract.ts'
import { VehicleSubtype, VehicleType } from '../../fleet/vehicles/values.ts'
import type { Pin } from './contract.ts'
import { isIdling, isInAlarm, isMoving, isReefer } from './rules.ts'

export const flags = ['fridge', 'moving', 'idling', 'alarm'] as const
export type Flag = (typeof flags)[number]

/** Bits of a number that can be shifted safely. */
const BITS_OF_WORD = 31
/** Alert 38 shares its word with the flag, and the flag says more: all that idle now, not only those that idle too long. */
const filteredAlerts = alertDefinitions.filter(d => !flags.some(flag => flag === d.code))
/** Flags, then alerts in the order of the catalogue. */
const wordBits = new Map<string, number>(
  [...flags, ...filteredAlerts.map(d => d.code)].map((word, bit) => [word, bit]),
)
const alertBits = new Map(filteredAlerts.map(d => [d.id, wordBits.get(d.code)]))
const agreementBits = new Map(agreementIds.map((id, bit) => [id, bit]))
if (wordBits.size > 2 * BITS_OF_WORD || agreementBits.size > BITS_OF_WORD)
  throw new Error('more alerts or agreements than the bits of a pin hold')

/** The bits of flags and alerts, in two numbers. */
export interface WordBits {
  readonly low: number
  readonly high: number
}
export interface Marks extends WordBits {
  readonly type: number
  readonly subtype: number
  readonly status: number
  readonly agreements: number
}

export const typeBit = (type: VehicleType): number => 1 << VehicleType.options.indexOf(type)
export const subtypeBit = (subtype: VehicleSubtype): number =>
  1 << VehicleSubtype.options.indexOf(subtype)
export const statusBit = (status: number): number => 1 << status
/** Agreements that the catalogue does not know are ignored. */
export function agreementMask(ids: readonly number[]): number {
  let mask = 0
  for (const id of ids) {
    const bit = agreementBits.get(id)
    if (bit !== undefined) mask |= 1 << bit
  }
  return mask
}

/** The mask of flags and codes of alerts; unknown words are ignored. */
export function wordMask(words: readonly string[]): WordBits {
  let [low, high] = [0, 0]
  for (const word of words) {
    const at = wordBits.get(word)
    if (at === undefined) continue
    if (at < BITS_OF_WORD) low |= 1 << at
    else high |= 1 << (at - BITS_OF_WORD)
  }
  return { low, high }
}
export const hasWords = (marks: WordBits, { low, high }: WordBits): boolean =>
  (marks.low & low) === low && (marks.high & high) === high

const typeBits: Readonly<Record<string, number>> = Object.fromEntries(
  VehicleType.options.map(type => [type, typeBit(type)]),
)
const subtypeBits: Readonly<Record<string, number>> = Object.fromEntries(
  VehicleSubtype.options.map(subtype => [subtype, subtypeBit(subtype)]),
)
const flagMasks = {
  fridge: wordMask(['fridge']).low,
  moving: wordMask(['moving']).low,
  idling: wordMask(['idling']).low,
  alarm: wordMask(['alarm']).low,
} as const

/** Equal pins share one object: thousands of vehicles have some hundred combinations. */
const sharedMarks = new Map<string, Marks>()
const MAX_SHARED_MARKS = 5_000

function marksOfPin(pin: Pin): Marks {
  let low =
    (isReefer(pin) ? flagMasks.fridge : 0) |
    (isMoving(pin) ? flagMasks.moving : 0) |
    (isIdling(pin) ? flagMasks.idling : 0)
  let high = 0
  if (pin.active_alerts !== undefined && pin.active_alerts.length > 0) {
    if (isInAlarm(pin)) low |= flagMasks.alarm
    for (const { alert_id } of pin.active_alerts) {
      const at = alertBits.get(alert_id)
      if (at === undefined) continue
      if (at < BITS_OF_WORD) low |= 1 << at
      else high |= 1 << (at - BITS_OF_WORD)
    }
  }
  const type = typeBits[pin.vehicle_type] ?? 0
  const subtype = pin.vehicle_type === 'U' ? (subtypeBits[pin.vehicle_subtype ?? 'none'] ?? 0) : 0
  const status = statusBit(pin.status)
  const agreements = pin.active_agreements === undefined ? 0 : agreementMask(pin.active_agreements)
  const key = `${type} ${subtype} ${status} ${agreements} ${low} ${high}`
  let marks = sharedMarks.get(key)
  if (marks === undefined) {
    if (sharedMarks.size >= MAX_SHARED_MARKS) sharedMarks.clear()
    marks = { type, subtype, status, agreements, low, high }
    sharedMarks.set(key, marks)
  }
  return marks
}

/** A changed pin is a new object, so the cache never gets stale. */
const marksByPin = new WeakMap<Pin, Marks>()
export function marksOf(pin: Pin): Marks {
  let marks = marksByPin.get(pin)
  if (marks === undefined) {
    marks = marksOfPin(pin)
    marksByPin.set(pin, marks)
  }
  return marks
}

/** The number of pins with each combination of marks. */
export type Tally = ReadonlyMap<Marks, number>
const tallies = new WeakMap<readonly Pin[], Tally>()
export function tallyOf(pins: readonly Pin[]): Tally {
  let tally = tallies.get(pins)
  if (tally === undefined) {
    const counts = new Map<Marks, number>()
    for (const pin of pins) {
      const marks = marksOf(pin)
      counts.set(marks, (counts.get(marks) ?? 0) + 1)
    }
    tally = counts
    tallies.set(pins, tally)
  }
  return tally
}
