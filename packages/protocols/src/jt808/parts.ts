// Messages of JT/T 808 in parts: a connection gathers the parts of one message, and asks for those that are missing.
import type { Memory } from '@flotta/core/protocol.ts'
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import { type Header, serverFrame } from './header.ts'
import { messages, u16 } from './layout.ts'

/** Longer messages are answered as not supported: a connection remembers little. */
export const MOST_PARTS = 32
const TERM = 5 * MINUTE
/** A device that sends something else may still send its parts for so long. */
const QUIET = 5 * SECOND
const MOST_REQUESTS = 3
const ENTRY_HEAD = 6

/** Parts of one message, as a connection remembers them. */
interface PartialMessage {
  /** Device and message. */
  readonly name: string
  /** Serial number of the first part. */
  readonly serial: number
  readonly total: number
  readonly began: number
  readonly lastAt: number
  readonly requests: number
  /** Number, serial number, length and bytes of each part that has come. */
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
/** Whether a connection remembers parts, also old ones. */
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
/** What has come, by the number of the part. */
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

/** The parts that go with this one; null: it is the first of its message. Parts have serial numbers in a row, or one for all; what is sent again may have a new one. */
function siblingsOf(header: Header, index: number, total: number, gathered: PartialMessage | null) {
  if (gathered?.name !== nameOf(header) || gathered.total !== total) return null
  const isInRow = serialBefore(header.serial, index - 1) === gathered.serial
  const isSentAgain = gathered.requests > 0 && !partsOf(gathered).has(index)
  return isInRow || header.serial === gathered.serial || isSentAgain ? gathered : null
}

export type PartOutcome =
  /** The whole body, and the serial numbers of the parts before the one that completes it; the parts are forgotten. */
  | {
      readonly whole: Uint8Array
      readonly otherSerials: readonly number[]
      readonly memory: Memory
    }
  /** What the connection remembers, and a request where the last part came before others. `isAwaited`: the device sends no further part before this one is answered. */
  | { readonly memory: Memory; readonly request: Uint8Array; readonly isAwaited: boolean }
  /** More parts than are gathered, or a number that is none. */
  | null

const none = new Uint8Array(0)
/** The parts are forgotten; how the device sends them is not. */
const withoutParts = ({ parts_awaited = false }: Memory): Memory => ({
  parts_awaited,
  parts_name: false,
  parts: none,
})

/** Takes one part of a message, which the numbers before `body` name. */
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
  // who sends a part again that has come waits for its answer, as then do all parts after it
  const isAwaited = isRepeat || memory.parts_awaited === true
  const { request, memory: parts } =
    index === total
      ? requestOf(gathered, missing, header)
      : { request: none, memory: memoryOf(gathered) }
  return { request, memory: { ...parts, parts_awaited: isAwaited }, isAwaited }
}

/** What a frame that is no part asks for on its way: parts that have not come for a while. */
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

/** Asks for parts by the serial number of the first one, a few times. */
function requestOf(gathered: PartialMessage, missing: readonly number[], { sender }: Header) {
  const requests = gathered.requests + 1
  const memory = memoryOf({ ...gathered, requests })
  if (requests > MOST_REQUESTS) return { memory, request: none }
  const { serial } = gathered
  const count = sender.is2019 ? [0, missing.length] : [missing.length]
  const body = Uint8Array.from([...twoBytes(serial), ...count, ...missing.flatMap(twoBytes)])
  return { memory, request: serverFrame(messages.resend_parts, body, sender, 0) }
}
