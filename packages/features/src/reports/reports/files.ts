// The files of a report. They are stored in the database in parts, so that any process can serve them and none has to hold a whole file in memory.
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import type { ReportFile } from './tables.ts'

const PART_BYTES = 262_144

/** Writes the bytes of a file into the database, part by part. */
export class ReportFileStore {
  readonly #db: Db
  readonly #file: {
    readonly customer_id: number
    readonly report_id: number
    readonly file: ReportFile
  }
  #waiting: Uint8Array[] = []
  #size = 0
  #part = 0

  constructor(
    db: Db,
    file: { readonly customer_id: number; readonly report_id: number; readonly file: ReportFile },
  ) {
    this.#db = db
    this.#file = file
  }
  async write(bytes: Uint8Array): Promise<void> {
    this.#waiting.push(bytes)
    this.#size += bytes.length
    if (this.#size >= PART_BYTES) await this.end()
  }
  async end(): Promise<void> {
    if (this.#size === 0) return
    const bytes = Buffer.concat(this.#waiting, this.#size)
    this.#waiting = []
    this.#size = 0
    await this.#db
      .insertInto('report_files')
      .values({ ...this.#file, part: this.#part++, bytes })
      .execute()
  }
  /** Writes all chunks of a stream. */
  async writeAll(source: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const bytes of source) await this.write(bytes)
    await this.end()
  }
}

export const removeFiles = (db: Db | Tx, report_id: number) =>
  db.deleteFrom('report_files').where('report_id', '=', report_id).execute()

/** Reads a file part by part; without a file there are no parts. */
export async function* readReportFile(
  { pool }: Pick<Context, 'pool'>,
  report_id: number,
  file: ReportFile,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const { rows } = await pool.query<{ bytes: Buffer }>(
      'select bytes from report_files where report_id = $1 and file = $2 and part = $3',
      [report_id, file, part],
    )
    if (rows[0] === undefined) return
    yield rows[0].bytes
  }
}

/** Job: removes the files of reports that were ready long ago. The reports stay in the list. */
export async function purgeFiles({ db, now }: Context, kept_ms: number): Promise<void> {
  const before = new Date(now() - kept_ms)
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ id: number }>`
      update reports set hash = null, updated_at = ${new Date(now())} where hash is not null and ended_at < ${before} returning id`.execute(
      tx,
    )
    for (const { id } of rows) await removeFiles(tx, id)
  })
}
