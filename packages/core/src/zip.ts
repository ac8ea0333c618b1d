// The unpacked size of a zip file. The sizes in the file are not trusted, since a small file may unpack to more than the memory.

export class ZipFault extends Error {
  readonly fault: 'unreadable' | 'too_large'
  constructor(fault: ZipFault['fault']) {
    super(fault)
    this.fault = fault
  }
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const END_SIZE = 22
const ENTRY_SIZE = 46
const LOCAL_SIZE = 30
const LONGEST_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8

/** Unpacks the files one by one, counts their bytes and discards them. Throws ZipFault when there are more than `most` bytes. */
export async function unpackedSize(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const within = (at: number, length: number) => {
    if (at + length > bytes.length) throw new ZipFault('unreadable')
  }
  let claimedSize = 0
  let total = 0
  for (let { at, count } = directoryOf(view); count > 0; count--) {
    within(at, ENTRY_SIZE)
    const isLocked = (view.getUint16(at + 8, true) & 1) === 1
    if (view.getUint32(at, true) !== ENTRY || isLocked) throw new ZipFault('unreadable')
    const method = view.getUint16(at + 10, true)
    const packedSize = view.getUint32(at + 20, true)
    claimedSize += view.getUint32(at + 24, true)
    if (claimedSize > most) throw new ZipFault('too_large')
    const local = view.getUint32(at + 42, true)
    within(local, LOCAL_SIZE)
    const from =
      local + LOCAL_SIZE + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    within(from, packedSize)
    if (method !== STORED && method !== DEFLATED) throw new ZipFault('unreadable')
    total +=
      method === STORED
        ? packedSize
        : await inflatedSize(bytes.subarray(from, from + packedSize), most - total)
    if (total > most) throw new ZipFault('too_large')
    at +=
      ENTRY_SIZE +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true)
  }
  return total
}

/** The offset of the directory and its number of files. */
function directoryOf(view: DataView): { readonly at: number; readonly count: number } {
  for (
    let end = view.byteLength - END_SIZE;
    end >= Math.max(0, view.byteLength - END_SIZE - LONGEST_COMMENT);
    end--
  )
    if (view.getUint32(end, true) === END)
      return { at: view.getUint32(end + 16, true), count: view.getUint16(end + 10, true) }
  throw new ZipFault('unreadable')
}

async function inflatedSize(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<number> {
  const { readable, writable } = new DecompressionStream('deflate-raw')
  const writer = writable.getWriter()
  // The reader reports the errors.
  void writer.write(bytes).catch(() => undefined)
  void writer.close().catch(() => undefined)
  const reader = readable.getReader()
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ZipFault('unreadable')
    })
    if (done) return size
    size += value.length
    if (size <= most) continue
    void reader.cancel().catch(() => undefined)
    throw new ZipFault('too_large')
  }
}
