// Loads the rows of a backup into existing tables, with their monthly partitions, and builds large indexes afterwards.
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { BackupReader } from './container.ts'
import { megabytes } from './create.ts'
import { type BackedTable, type Manifest, tablePart } from './manifest.ts'
import type { RestoreOptions } from './restore-options.ts'
import { RowCounter } from './rows.ts'
import { columnList, tablesOf } from './tables.ts'

const TELL_MS = 5_000

/** Makes the monthly partitions for which the backup has rows. */
export async function makeMonths(
  { tables }: Manifest,
  client: pg.Client,
  { makeMonth }: Pick<RestoreOptions, 'makeMonth'>,
): Promise<void> {
  for (const { name, parent } of tables) {
    const month = /_(\d{4})(\d{2})$/.exec(name)
    if (parent !== null && month) await makeMonth(client, parent, `${month[1]}-${month[2]}-01`)
  }
}

/**
 * Loads all rows of the backup into existing tables, and sets their sequences. The caller makes sure that no trigger reacts to the rows.
 * @param around runs `load` for the rows of a table, with work before and after it
 */
export async function loadRows(
  { manifest, part }: BackupReader,
  client: pg.Client,
  { signal, note }: Pick<RestoreOptions, 'signal' | 'note'>,
  around: (table: BackedTable, load: () => Promise<void>) => Promise<void> = (_, load) => load(),
): Promise<void> {
  // Rows that migrations have inserted are removed first, since the backup contains them in their present form.
  const there = await tablesOf(client)
  await client.query(`truncate ${there.map(t => pg.escapeIdentifier(t.name)).join(', ')} cascade`)
  let reportedAt = performance.now()
  for (const [index, table] of manifest.tables.entries()) {
    await around(table, async () => {
      const counter = new RowCounter()
      const source = await part(tablePart(table.name))
      // Begun last, since nothing would handle its error while the part is being opened.
      const target = client.query(copyFrom(`copy ${columnList(table)} from stdin`))
      await pipeline(source, counter, target, { signal })
      if (counter.digest() !== table.digest || target.rowCount !== table.rows)
        throw new Error(`${table.name} was not stored as it was written`)
    })
    if (performance.now() - reportedAt < TELL_MS) continue
    reportedAt = performance.now()
    note(
      `${index + 1} of ${manifest.tables.length} tables, ${megabytes(manifest.tables.slice(0, index + 1))} of ${megabytes(manifest.tables)}`,
    )
  }
  for (const { name, value } of manifest.sequences) {
    const sequence = pg.escapeIdentifier(name)
    await (value === null
      ? client.query(`alter sequence ${sequence} restart`)
      : client.query(`select setval($1::regclass, $2)`, [sequence, value]))
  }
}

/** Number of rows below which the indexes stay in place while rows are loaded. */
const FEW = 10_000
/**
 * Building an index at once costs a fraction of extending it row by row. It is not dropped, because keys and partitions depend on it. Instead it is
 * marked as not ready, and REINDEX builds and checks it, as after a crash.
 */
export async function withoutIndexes(
  client: pg.Client,
  { name, rows }: BackedTable,
  load: () => Promise<void>,
): Promise<void> {
  if (rows < FEW) return load()
  const { rows: before } = await client.query<{ role: string }>(`select current_user as role`)
  await client.query('reset role')
  await client.query(
    `update pg_index set indisready = false, indisvalid = false where indrelid = $1::regclass`,
    [pg.escapeIdentifier(name)],
  )
  await client.query(`set role ${pg.escapeIdentifier(before[0]?.role ?? '')}`)
  await load()
  await client.query(`reindex table ${pg.escapeIdentifier(name)}`)
}
