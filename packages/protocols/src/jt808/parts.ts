// Messages of JT/T 808 in parts: a connection collects the parts of one message and requests missing ones.
import type { Memory } from '@flotta/core/protocol.ts'
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import { type Header, serverFrame } from './header.ts'
import { messages, u16 } from './layout.ts'

/** Longer messages are answered as not supported, because the memory of a connection is small. */
export const MOST_PARTS = 32
const TERM = 5 * MINUTE
/** How long parts that are missing may still arrive while the device sends other frames, ms. */
const QUIET = 5 * SECOND
const MOST_REQUESTS = 3
const ENTRY_HEAD = 6

/** The parts of one message in the memory of a connection. */
interface PartialMessage {
  /** Device and message. */
  readonly name: string
  /** Serial number of the first part. */
  readonly serial: number
  readonly total: number
  readonly began: number
  readonly lastAt: number
  readonly requests: number
  /** Number, serial number, length and bytes of each part that has arrived. */
  readonly entries: Uint8Array
}

const nameOf = ({ device_id, message }: Header): string => `${device_id} ${message}`
const serialBefore = (serial: number, steps: number): number => (serial - steps) & 0xffff

const memoryOf = ({
  name,
  serial,
  total,
  began,
  lastAt,
  requests,
  entries,
}: PartialMessage): Memory => ({
  parts_name: name,
  parts_serial: serial,
  parts_total: total,
  parts_began: began,
  parts_last: lastAt,
  parts_requests: requests,
  parts: entries,
})
/** Whether the memory of a connection contains parts, even old ones. */
export const hasParts = ({ parts_name }: Memory): boolean => typeof parts_name === 'string'
function gatheredOf(memory: Memory, at: number): PartialMessage | null {
  const { parts_name: name, parts: entries } = memory
  if (typeof name !== 'string' || !(entries instanceof Uint8Array)) return null
  const gathered = {
    name,
    entries,
    serial: Number(memory.parts_serial),
    total: Number(memory.parts_total),
    began: Number(memory.parts_began),
    lastAt: Number(memory.parts_last),
    requests: Number(memory.parts_requests),
  }
  return at - gathered.began > TERM ? null : gathered
}

interface Part {
  readonly serial: number
  readonly body: Uint8Array
}
/** The parts that have arrived, by their number. */
function partsOf({ entries }: Pick<PartialMessage, 'entries'>): ReadonlyMap<number, Part> {
  const parts = new Map<number, Part>()
  for (let o = 0; o + ENTRY_HEAD <= entries.length; ) {
    const begin = o + ENTRY_HEAD
    const end = begin + u16(entries, o + 4)
    parts.set(u16(entries, o), { serial: u16(entries, o + 2), body: entries.subarray(begin, end) })
    o = end
  }
  return parts
}
function missingOf(gathered: PartialMessage): readonly number[] {
  const parts = partsOf(gathered)
  return Array.from({ length: gathered.total }, (_, i) => i + 1).filter(i => !parts.has(i))
}
const twoBytes = (value: number) => [value >> 8, value & 255] as const

/**
 * The collected parts that belong together with this one; null: it is the first of its message. Parts have consecutive serial numbers or all the same
 * one; a part that is sent again may have a new one.
 */
function siblingsOf(header: Header, index: number, total: number, gathered: PartialMessage | null) {
  if (gathered?.name !== nameOf(header) || gathered.total !== total) return null
  const isInRow = serialBefore(header.serial, index - 1) === gathered.serial
  const isSentAgain = gathered.requests > 0 && !partsOf(gathered).has(index)
  return isInRow || header.serial === gathered.serial || isSentAgain ? gathered : null
}

export type PartOutcome =
  /** The whole body, and the serial numbers of the parts before the one that completed it; the parts are removed from the memory. */
  | {
      readonly whole: Uint8Array
      readonly otherSerials: readonly number[]
      readonly memory: Memory
    }
  /** The new memory, and a request when the last part arrived before others. `isAwaited`: the device sends no further part before this one is answered. */
  | { readonly memory: Memory; readonly request: Uint8Array; readonly isAwaited: boolean }
  /** The message has too many parts, or the number of the part is invalid. */
  | null

const none = new Uint8Array(0)
/** The parts are removed; whether the device waits for answers to parts is kept. */
const withoutParts = ({ parts_awaited = false }: Memory): Memory => ({
  parts_awaited,
  parts_name: false,
  parts: none,
})

/** Adds one part of a message, which `header` describes. */
export function takePart(
  header: Header,
  body: Uint8Array,
  memory: Memory,
  at: number,
): PartOutcome {
  const { part, serial } = header
  if (part === null || part.index < 1 || part.index > part.total || part.total > MOST_PARTS)
    return null
  const { index, total } = part
  const before = siblingsOf(header, index, total, gatheredOf(memory, at)) ?? {
    name: nameOf(header),
    serial: serialBefore(serial, index - 1),
    total,
    began: at,
    requests: 0,
    entries: none,
  }
  const isRepeat = partsOf(before).has(index)
  const head = Uint8Array.from([index, serial, body.length].flatMap(twoBytes))
  const entries = isRepeat ? before.entries : Buffer.concat([before.entries, head, body])
  const gathered: PartialMessage = { ...before, entries, lastAt: at }
  const missing = missingOf(gathered)
  if (missing.length === 0) {
    const parts = [...partsOf(gathered)].sort(([one], [other]) => one - other)
    return {
      whole: Uint8Array.from(Buffer.concat(parts.map(([, one]) => one.body))),
      otherSerials: [...new Set(parts.map(([, one]) => one.serial))].filter(one => one !== serial),
      memory: withoutParts(memory),
    }
  }
  // A device that repeats a part which has arrived waits for its answer, and does so for all further parts.
  const isAwaited = isRepeat || memory.parts_awaited === true
  const { request, memory: parts } =
    index === total
      ? requestOf(gathered, missing, header)
      : { request: none, memory: memoryOf(gathered) }
  return { request, memory: { ...parts, parts_awaited: isAwaited }, isAwaited }
}

/** The request that a frame which is no part triggers: for parts that have not arrived for a while. */
export function overdueParts(
  header: Header,
  memory: Memory,
  at: number,
): { readonly memory: Memory; readonly request: Uint8Array } {
  const gathered = gatheredOf(memory, at)
  if (gathered === null) return { memory: withoutParts(memory), request: none }
  const { parts_awaited = false } = memory
  const isOwn = gathered.name.startsWith(`${header.device_id} `)
  if (!isOwn || at - gathered.lastAt < QUIET)
    return { memory: { ...memoryOf(gathered), parts_awaited }, request: none }
  const { request, memory: parts } = requestOf(
    { ...gathered, lastAt: at },
    missingOf(gathered),
    header,
  )
  return { request, memory: { ...parts, parts_awaited } }
}

/** Requests parts by the serial number of the first one, a few times. */
function requestOf(gathered: PartialMessage, missing: readonly number[], { sender }: Header) {
  const requests = gathered.requests + 1
  const memory = memoryOf({ ...gathered, requests })
  if (requests > MOST_REQUESTS) return { memory, request: none }
  const { serial } = gathered
  const count = sender.is2019 ? [0, missing.length] : [missing.length]
  const body = Uint8Array.from([...twoBytes(serial), ...count, ...missing.flatMap(twoBytes)])
  return { memory, request: serverFrame(messages.resend_parts, body, sender, 0) }
}
