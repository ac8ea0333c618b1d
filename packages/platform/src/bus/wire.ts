// The wire format of the bus: requests (payloads of one shard, in parts where they are large) and answers. Pure functions; unreadable bytes throw RangeError.

const VERSION = 1
const utf8 = new TextEncoder()
const fromUtf8 = new TextDecoder('utf-8', { fatal: true })

/** One part of a request. A `partCount` of 0 only asks for the state of the request. */
export interface Envelope {
  /** Id of the sending process, 16 hexadecimal digits. */
  readonly from: string
  /** Topic and group (`workOf`). */
  readonly work: string
  readonly shard: number
  /** Grows with every new request of the sender for a shard. A repetition has the same serial. */
  readonly serial: number
  readonly part: number
  readonly partCount: number
  readonly body: Uint8Array
}
/** Largest number of bytes that an envelope adds to its body and to `work`. */
export const ENVELOPE = 32

export const workOf = (key: string, group: string): string => `${key} ${group}`

/** u8 version, u8 shard, u16 part, u16 partCount, u16 length of `work`, u32 serial, 8 bytes id, `work`, the body. */
export function packEnvelope({
  from,
  work,
  shard,
  serial,
  part,
  partCount,
  body,
}: Envelope): Uint8Array {
  const name = utf8.encode(work)
  const bytes = new Uint8Array(20 + name.length + body.length)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, VERSION)
  view.setUint8(1, shard)
  view.setUint16(2, part)
  view.setUint16(4, partCount)
  view.setUint16(6, name.length)
  view.setUint32(8, serial)
  view.setBigUint64(12, BigInt(`0x${from}`))
  bytes.set(name, 20)
  bytes.set(body, 20 + name.length)
  return bytes
}
export function unpackEnvelope(bytes: Uint8Array): Envelope {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint8(0) !== VERSION)
    throw new RangeError(`version ${view.getUint8(0)} of the bus is not spoken here`)
  const end = 20 + view.getUint16(6)
  if (bytes.length < end) throw new RangeError('an envelope that is cut')
  return {
    from: view.getBigUint64(12).toString(16).padStart(16, '0'),
    work: textOf(bytes.subarray(20, end)),
    shard: view.getUint8(1),
    serial: view.getUint32(8),
    part: view.getUint16(2),
    partCount: view.getUint16(4),
    body: bytes.subarray(end),
  }
}

/** u32 length and bytes of each payload. */
export function packPayloads(payloads: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(payloads.reduce((n, p) => n + 4 + p.length, 0))
  const view = new DataView(bytes.buffer)
  let o = 0
  for (const payload of payloads) {
    view.setUint32(o, payload.length)
    bytes.set(payload, o + 4)
    o += 4 + payload.length
  }
  return bytes
}
export function unpackPayloads(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const payloads: Uint8Array[] = []
  for (let o = 0; o < bytes.length; ) {
    const end = o + 4 + view.getUint32(o)
    if (end > bytes.length) throw new RangeError('a payload that is cut')
    payloads.push(bytes.subarray(o + 4, end))
    o = end
  }
  return payloads
}

/** The outcome of a payload that was not committed with the others of its request. */
export type Exception = 'again' | 'unreadable'
const EXCEPTIONS: readonly Exception[] = ['again', 'unreadable']
/**
 * `done`: committed, apart from the exceptions by index · `more`: the part has arrived and the next one is expected · `working`: accepted, not committed yet · `unknown`: the request is not known here ·
 * `busy`: no memory is free now · `moved`: another process owns the shard; its id, if known · `refused`: the request cannot be read
 */
export type Answer =
  | { readonly kind: 'done'; readonly exceptions: ReadonlyMap<number, Exception> }
  | { readonly kind: 'moved'; readonly owner: string | null }
  | { readonly kind: 'more' | 'working' | 'unknown' | 'busy' | 'refused' }
const KINDS: readonly Answer['kind'][] = [
  'done',
  'more',
  'working',
  'unknown',
  'busy',
  'moved',
  'refused',
]

/** u8 version, u8 kind; for `moved` the owner's name; for `done` u32 index and u8 exception of each. */
export function packAnswer(answer: Answer): Uint8Array {
  const head = [VERSION, KINDS.indexOf(answer.kind)]
  if (answer.kind === 'moved') return Uint8Array.from([...head, ...utf8.encode(answer.owner ?? '')])
  if (answer.kind !== 'done') return Uint8Array.from(head)
  const bytes = new Uint8Array(2 + answer.exceptions.size * 5)
  bytes.set(head)
  const view = new DataView(bytes.buffer)
  let o = 2
  for (const [index, exception] of answer.exceptions) {
    view.setUint32(o, index)
    view.setUint8(o + 4, EXCEPTIONS.indexOf(exception))
    o += 5
  }
  return bytes
}
export function unpackAnswer(bytes: Uint8Array): Answer {
  const kind = KINDS[bytes[1] ?? KINDS.length]
  if (bytes[0] !== VERSION || kind === undefined) throw new RangeError('an answer that is none')
  if (kind === 'moved') return { kind, owner: textOf(bytes.subarray(2)) || null }
  if (kind !== 'done') return { kind }
  const exceptions = new Map<number, Exception>()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let o = 2; o < bytes.length; o += 5) {
    const exception = EXCEPTIONS[view.getUint8(o + 4)]
    if (exception === undefined) throw new RangeError('an answer that is none')
    exceptions.set(view.getUint32(o), exception)
  }
  return { kind, exceptions }
}

function textOf(bytes: Uint8Array): string {
  try {
    return fromUtf8.decode(bytes)
  } catch {
    throw new RangeError('a name that is no text')
  }
}

/** Divides a body into parts of at most `most` bytes. */
export function partsOf(body: Uint8Array, most: number): Uint8Array[] {
  const parts: Uint8Array[] = []
  for (let o = 0; o === 0 || o < body.length; o += most) parts.push(body.subarray(o, o + most))
  return parts
}

interface PartialBody {
  readonly serial: number
  readonly parts: Uint8Array[]
  bytes: number
}
/** Joins parts to bodies, one body at a time for each sender, in bounded memory: beyond the limit the oldest bodies are forgotten and their senders begin again. */
export class PartAssembler {
  readonly #most: number
  readonly #partials = new Map<string, PartialBody>()
  #bytes = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Returns the complete body with the last part; `more`: further parts are missing; `unknown`: earlier parts are missing. */
  add(
    sender: string,
    { serial, part, partCount, body }: Pick<Envelope, 'serial' | 'part' | 'partCount' | 'body'>,
  ): Uint8Array | 'more' | 'unknown' {
    if (partCount === 1) return body
    let partial = this.#partials.get(sender)
    if (part === 0) {
      this.forget(sender)
      partial = { serial, parts: [], bytes: 0 }
      this.#partials.set(sender, partial)
    }
    if (partial?.serial !== serial || partial.parts.length !== part || part >= partCount)
      return 'unknown'
    // A copy, since the part would keep the whole received message in memory.
    partial.parts.push(body.slice())
    partial.bytes += body.length
    this.#bytes += body.length
    for (const oldest of this.#partials.keys()) {
      if (this.#bytes <= this.#most) break
      this.forget(oldest)
    }
    if (partial.parts.length < partCount)
      return this.#partials.get(sender) === partial ? 'more' : 'unknown'
    this.forget(sender)
    const complete = new Uint8Array(partial.bytes)
    let o = 0
    for (const part of partial.parts) {
      complete.set(part, o)
      o += part.length
    }
    return complete
  }

  forget(sender: string): void {
    this.#bytes -= this.#partials.get(sender)?.bytes ?? 0
    this.#partials.delete(sender)
  }
}
