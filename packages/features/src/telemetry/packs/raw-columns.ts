// The raw parameters of records (core/io.ts) as columns, one for each parameter. Exact for any bytes: bytes of another layout are stored unchanged. Pure.
import type { Steps } from '@flotta/platform/work-slicer.ts'
import { type IntegerReader, IntegerWriter, readColumn, writeColumn } from './integers.ts'

const CLASS_WIDTHS = [1, 2, 4, 8] as const
/** The size class of core/io.ts for parameters with a name. Values of this class and of class 4 carry their length. */
const CLASS_OF_NAMED = 5
/** The head of the column for records of another layout, each stored as one value. */
const UNREADABLE_HEAD = ''

/** The bytes before a value that identify its parameter: its key and, in class 5, its name. */
interface Element {
  /** One character per byte. */
  readonly head: string
  /** Bytes of the value; null: the value carries its length. */
  readonly width: number | null
  readonly from: number
  readonly to: number
}
const headText = (io: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...io.subarray(from, to))

/** The parameters of a record; null: the bytes have another layout. */
function elementsOf(io: Uint8Array): Element[] | null {
  const elements: Element[] = []
  for (let o = 0; o < io.length; ) {
    const start = o
    let [key, unit] = [0, 1]
    for (;;) {
      const byte = io[o++]
      if (byte === undefined || unit > 2 ** 28) return null
      key += (byte % 128) * unit
      if (byte < 128) break
      unit *= 128
    }
    const sizeClass = key % 8
    if (sizeClass > CLASS_OF_NAMED) return null
    if (sizeClass === CLASS_OF_NAMED) o += (key - sizeClass) / 8
    const width = CLASS_WIDTHS[sizeClass] ?? null
    const head = headText(io, start, o)
    const from = width === null ? o + 2 : o
    const to = from + (width ?? ((io[o] ?? 0) << 8) + (io[o + 1] ?? 0))
    if (to > io.length) return null
    elements.push({ head, width, from, to })
    o = to
  }
  return elements
}

/** Signed, big-endian, of 1, 2 or 4 bytes. */
function signedAt(io: Uint8Array, from: number, width: number): number {
  let value = ((io[from] as number) << 24) >> 24
  for (let i = 1; i < width; i++) value = value * 256 + (io[from + i] as number)
  return value
}

/** The values of one parameter, in the order of records. */
class ParameterColumn {
  readonly numbers: number[] = []
  readonly lows: number[] = []
  readonly texts = new Map<string, number>()
  readonly index: number
  readonly head: string
  readonly width: number | null
  constructor(index: number, head: string, width: number | null) {
    this.index = index
    this.head = head
    this.width = width
  }
  /** The offset of the value, or of the length before it, if the parameter stands at `o`; else -1. */
  valueAt(io: Uint8Array, o: number): number {
    const { head } = this
    if (head === UNREADABLE_HEAD) return -1
    for (let i = 0; i < head.length; i++) if (io[o + i] !== head.charCodeAt(i)) return -1
    return o + head.length
  }
  endOf(io: Uint8Array, from: number): number {
    return from + (this.width ?? 2 + ((io[from] ?? 0) << 8) + (io[from + 1] ?? 0))
  }
  add(io: Uint8Array, from: number, to: number): void {
    if (this.width === null) {
      const text = Buffer.from(io.buffer, io.byteOffset + from, to - from).toString('latin1')
      const index = this.texts.get(text) ?? this.texts.size
      if (index === this.texts.size) this.texts.set(text, index)
      this.numbers.push(index)
    } else if (this.width === 8) {
      this.numbers.push(signedAt(io, from, 4))
      this.lows.push(signedAt(io, from + 4, 4))
    } else this.numbers.push(signedAt(io, from, this.width))
  }
}

/** The parameters of a record, in its order. */
interface Shape {
  readonly index: number
  readonly parameters: readonly ParameterColumn[]
}

/** Collects the columns while records are added. */
class RawColumns {
  readonly parameters: ParameterColumn[] = []
  readonly shapes = new Map<string, Shape>()
  readonly #byHead = new Map<string, ParameterColumn>()
  #last: Shape | null = null

  /** Adds a record and returns the index of its shape. */
  add(io: Uint8Array): number {
    if (this.#last === null || !addAs(this.#last, io)) this.#last = this.#addNew(io)
    return this.#last.index
  }
  #addNew(io: Uint8Array): Shape {
    const elements = elementsOf(io) ?? [
      { head: UNREADABLE_HEAD, width: null, from: 0, to: io.length },
    ]
    const timesUsed = new Map<string, number>()
    const parameters = elements.map(({ head, width, from, to }) => {
      // A parameter that occurs twice in a record has two columns.
      const time = timesUsed.get(head) ?? 0
      timesUsed.set(head, time + 1)
      const parameter = this.#parameterOf(`${time} ${head}`, head, width)
      parameter.add(io, from, to)
      return parameter
    })
    const key = parameters.map(({ index }) => index).join(' ')
    const shape = this.shapes.get(key) ?? { index: this.shapes.size, parameters }
    this.shapes.set(key, shape)
    return shape
  }
  #parameterOf(key: string, head: string, width: number | null): ParameterColumn {
    let parameter = this.#byHead.get(key)
    if (parameter === undefined) {
      parameter = new ParameterColumn(this.parameters.length, head, width)
      this.#byHead.set(key, parameter)
      this.parameters.push(parameter)
    }
    return parameter
  }
}

/** Adds the record if it has this shape; most records have the shape of the one before them. */
function addAs({ parameters }: Shape, io: Uint8Array): boolean {
  let o = 0
  for (const parameter of parameters) {
    o = parameter.valueAt(io, o)
    if (o < 0) return false
    o = parameter.endOf(io, o)
  }
  if (o !== io.length) return false
  o = 0
  for (const parameter of parameters) {
    const from = parameter.valueAt(io, o)
    o = parameter.endOf(io, from)
    parameter.add(io, parameter.width === null ? from + 2 : from, o)
  }
  return true
}

/** Records that are processed in one step. */
const RECORDS_AT_ONCE = 2_048

/** Encodes the records that have raw parameters. */
export function* rawColumns(ios: readonly Uint8Array[]): Steps<Buffer> {
  const columns = new RawColumns()
  const shapeIndexes = new Uint32Array(ios.length)
  for (const [i, io] of ios.entries()) {
    shapeIndexes[i] = columns.add(io)
    if (i % RECORDS_AT_ONCE === 0) yield
  }
  const { parameters, shapes } = columns
  const writer = new IntegerWriter()
  writer.put(parameters.length)
  for (const { head, width } of parameters) {
    writer.putBytes(Buffer.from(head, 'latin1'))
    writer.put(width ?? 0)
  }
  writer.put(shapes.size)
  for (const shape of shapes.values())
    writeColumn(
      writer,
      shape.parameters.map(({ index }) => index),
    )
  writeColumn(writer, shapeIndexes)
  for (const { width, numbers, lows, texts } of parameters) {
    yield
    writeColumn(writer, numbers)
    if (width === 8) writeColumn(writer, lows)
    if (width !== null) continue
    writer.put(texts.size)
    for (const text of texts.keys()) writer.putBytes(Buffer.from(text, 'latin1'))
  }
  return writer.take()
}

interface ParameterReader {
  readonly head: Uint8Array
  /** 0: the value carries its length. */
  readonly width: number
  readonly numbers: Float64Array
  readonly lows: Float64Array | null
  readonly texts: readonly Uint8Array[]
  next: number
}

export function* recordsOfRawColumns(reader: IntegerReader): Steps<Uint8Array[]> {
  const heads = Array.from({ length: reader.next() }, () => ({
    head: reader.nextBytes(),
    width: reader.next(),
  }))
  const shapes = Array.from({ length: reader.next() }, () => Array.from(readColumn(reader)))
  const shapeIndexes = readColumn(reader)
  const parameters: ParameterReader[] = []
  for (const { head, width } of heads) {
    const numbers = readColumn(reader)
    const lows = width === 8 ? readColumn(reader) : null
    const texts = width === 0 ? Array.from({ length: reader.next() }, () => reader.nextBytes()) : []
    parameters.push({ head, width, numbers, lows, texts, next: 0 })
    yield
  }
  const output = new RecordBytes()
  const records: Uint8Array[] = []
  for (const index of shapeIndexes) {
    for (const column of shapes[index] ?? []) {
      const parameter = parameters[column]
      if (parameter === undefined) throw new RangeError('a pack has a column too few')
      output.append(parameter)
    }
    records.push(output.take())
    if (records.length % RECORDS_AT_ONCE === 0) yield
  }
  return records
}

/** A buffer that is filled with one record after the other. */
class RecordBytes {
  #bytes = Buffer.allocUnsafe(65_536)
  #from = 0
  #to = 0

  append(parameter: ParameterReader): void {
    const { head, width } = parameter
    const i = parameter.next++
    const value = parameter.numbers[i]
    if (value === undefined) throw new RangeError('a column of a pack is cut')
    const text = width === 0 ? parameter.texts[value] : undefined
    if (width === 0 && text === undefined) throw new RangeError('a pack has a text too few')
    this.#room(head.length + (text === undefined ? width : text.length + 2))
    this.#put(head)
    if (text !== undefined) {
      if (head.length > 0) this.#to = this.#bytes.writeUInt16BE(text.length, this.#to)
      this.#put(text)
    } else if (width === 8) {
      this.#to = this.#bytes.writeInt32BE(value, this.#to)
      this.#to = this.#bytes.writeInt32BE(parameter.lows?.[i] ?? 0, this.#to)
    } else this.#to = this.#bytes.writeIntBE(value, this.#to, width)
  }
  /** Returns a view of the current record and begins the next one. */
  take(): Uint8Array {
    const record = this.#bytes.subarray(this.#from, this.#to)
    this.#from = this.#to
    return record
  }
  #put(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#to)
    this.#to += bytes.length
  }
  #room(more: number): void {
    if (this.#to + more <= this.#bytes.length) return
    const open = this.#bytes.subarray(this.#from, this.#to)
    const larger = Buffer.allocUnsafe(Math.max(65_536, (open.length + more) * 2))
    larger.set(open)
    this.#to = open.length
    this.#from = 0
    this.#bytes = larger
  }
}
