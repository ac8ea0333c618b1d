// Loads the rows of a backup into tables that are there, with their months, and builds large indexes afterwards.
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

/** The months of divided tables that the backup has rows of. */
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
 * Every row of the backup into tables that are there, with their months, and their sequences. Nothing may react to what is loaded: that is the caller's to see to.
 * @param around what is done before and after the rows of a table
 */
export async function loadRows(
  { manifest, part }: BackupReader,
  client: pg.Client,
  { signal, note }: Pick<RestoreOptions, 'signal' | 'note'>,
  around: (table: BackedTable, load: () => Promise<void>) => Promise<void> = (_, load) => load(),
): Promise<void> {
  // what migrations wrote stands in the backup as it has become
  const there = await tablesOf(client)
  await client.query(`truncate ${there.map(t => pg.escapeIdentifier(t.name)).join(', ')} cascade`)
  let reportedAt = performance.now()
  for (const [index, table] of manifest.tables.entries()) {
    await around(table, async () => {
      const counter = new RowCounter()
      const source = await part(tablePart(table.name))
      // begun last: its error would be nobody's while a part is looked for
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

/** Rows below which indexes are kept while they are loaded. */
const FEW = 10_000
/** An index that is built at once costs a fraction of one that grows row by row. It is not dropped, because keys and partitions depend on it. Instead it is marked as not ready, and REINDEX builds and checks it, as after a crash. */
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
