// The file of a backup: a zip whose parts are streamed into it one after another, encrypted on the way if wanted. It is written under a temporary
// name and renamed when it is complete. Reads such files as well.
import { createWriteStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import yauzl from 'yauzl'
import { ZipFile } from 'yazl'
import {
  DamagedCipher,
  encryptFor,
  isEncrypted,
  NotForThisKey,
  openPlain,
  type Plain,
} from './age.ts'
import type { Identity, Recipient } from './age-keys.ts'
import { BackupError, Envelope, FORMAT, MANIFEST, Manifest } from './manifest.ts'
import { RowCounter } from './rows.ts'

/** What was written: lines, bytes and digest. */
export interface WrittenPart {
  readonly rows: number
  readonly bytes: number
  readonly digest: string
}
export interface BackupWriter {
  put(name: string, source: Readable): Promise<WrittenPart>
}

/** Rows shrink to a fifth at any level; higher levels only take longer. */
const LEVEL = 2

/**
 * Calls `fill`, which returns the manifest. The file appears under its name only when it is complete and on the disk; a failed one is removed.
 * @param recipients who can decrypt it; none: it is not encrypted
 */
export async function writeBackup(
  path: string,
  recipients: readonly Recipient[],
  fill: (writer: BackupWriter) => Promise<Manifest>,
): Promise<Manifest> {
  const beside = `${path}.part`
  await rm(beside, { force: true })
  const zip = new ZipFile()
  const output = createWriteStream(beside, { flags: 'wx', mode: 0o600 })
  const broken = new Promise<never>((_, reject) => zip.once('error', reject))
  const storing =
    recipients.length === 0
      ? pipeline(zip.outputStream, output)
      : pipeline(zip.outputStream, encryptFor(recipients), output)
  // The first failure is reported; later ones are its consequences.
  const orBroken = <T>(work: Promise<T>): Promise<T> =>
    Promise.race([work, broken, storing.then(() => work)])
  try {
    const manifest = await orBroken(
      fill({
        async put(name, source) {
          const counter = new RowCounter()
          const through = pipeline(source, counter)
          zip.addReadStream(counter, name, { compressionLevel: LEVEL })
          await orBroken(through)
          await orBroken(finished(counter))
          return { rows: counter.rows, bytes: counter.bytes, digest: counter.digest() }
        },
      }),
    )
    zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 1)), MANIFEST)
    zip.end()
    await Promise.race([storing, broken])
    await onDisk(beside)
    await rename(beside, path)
    await onDisk(dirname(path))
    return manifest
  } catch (error) {
    output.destroy()
    await storing.catch(() => {})
    await rm(beside, { force: true })
    throw error
  } finally {
    broken.catch(() => {})
  }
}

async function onDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export interface BackupReader {
  readonly path: string
  readonly manifest: Manifest
  /** Rejects when there is no part of this name. */
  part(name: string): Promise<Readable>
  close(): void
}

/** Reads any range of a decrypted file, as the zip reader needs it. Closing it closes the file. */
class PlainReader extends yauzl.RandomAccessReader {
  readonly #file: FileHandle
  readonly #plain: Plain
  constructor(file: FileHandle, plain: Plain) {
    super()
    this.#file = file
    this.#plain = plain
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(stretches(this.#plain, start, end), { objectMode: false })
  }
  override close(done: (error: Error | null) => void): void {
    this.#file.close().then(() => done(null), done)
  }
}
const STRETCH = 262_144
async function* stretches(plain: Plain, start: number, end: number): AsyncGenerator<Buffer, void> {
  for (let at = start; at < end; at += STRETCH)
    yield await plain.read(at, Math.min(STRETCH, end - at))
}

const HOW_TO_OPEN = 'give the file of its private key with --identity. Nothing was changed'
async function openZip(path: string, identities: readonly Identity[]): Promise<yauzl.ZipFile> {
  const file = await open(path)
  try {
    if (!(await isEncrypted(file))) {
      await file.close()
      return await yauzl.openPromise(path, { lazyEntries: true, autoClose: false })
    }
    if (identities.length === 0) throw new BackupError(`${path} is encrypted: ${HOW_TO_OPEN}`)
    const plain = await openPlain(file, identities)
    return await yauzl.fromRandomAccessReaderPromise(new PlainReader(file, plain), plain.size, {
      lazyEntries: true,
      autoClose: false,
    })
  } catch (error) {
    await file.close().catch(() => {})
    if (error instanceof NotForThisKey)
      throw new BackupError(`${path} is encrypted for another key: ${HOW_TO_OPEN}`)
    throw error
  }
}

/**
 * Throws BackupError with the reason why this version cannot use the file.
 * @param identities private keys, for an encrypted file
 */
export async function openBackup(
  path: string,
  identities: readonly Identity[] = [],
): Promise<BackupReader> {
  const cut = () =>
    new BackupError(
      `${path} is no whole backup of Flotta: it was cut short, or is something else. Nothing was changed`,
    )
  const zip = await openZip(path, identities).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof BackupError) throw error
    throw error.code === undefined || error instanceof DamagedCipher
      ? cut()
      : new BackupError(
          `${path} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}`,
        )
  })
  try {
    const entries = new Map<string, yauzl.Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const part = async (name: string) => {
      const entry = entries.get(name)
      if (entry === undefined)
        throw new BackupError(`${path} is damaged: it has no ${name}. Nothing was changed`)
      return zip.openReadStreamPromise(entry)
    }
    if (!entries.has(MANIFEST)) throw cut()
    const chunks: Buffer[] = []
    for await (const chunk of await part(MANIFEST)) chunks.push(chunk as Buffer)
    const json: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    const envelope = Envelope.safeParse(json)
    if (envelope.success && envelope.data.format > FORMAT)
      throw newerVersionError(path, envelope.data.version)
    const manifest = Manifest.safeParse(json)
    if (!manifest.success)
      throw new BackupError(
        `${path} is damaged: its manifest cannot be understood. Nothing was changed`,
      )
    return { path, manifest: manifest.data, part, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error instanceof BackupError || (error as NodeJS.ErrnoException).code !== undefined
      ? error
      : cut()
  }
}

export const newerVersionError = (path: string, version: string): BackupError =>
  new BackupError(
    `${path} was made by a newer Flotta (${version}): this version would not understand it. Restore it with that one. Nothing was changed`,
  )
