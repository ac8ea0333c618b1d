// A backup file of many positions: how fast it is made, restored and compared.
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  createBackupFile,
  restoreBackupFile,
  verifyBackupFile,
} from '@flotta/features/house/backups/files.ts'
import { migrations } from '@flotta/features/migrations.ts'
import type { CliEnvironment } from '@flotta/platform/cli.ts'
import { readConfig } from '@flotta/platform/config.ts'
import { openPool } from '@flotta/platform/db.ts'
import { startPostgres } from '@flotta/platform/postgres.ts'
import { prepareQueue } from '@flotta/platform/queue-runner.ts'
import { makeCompanies } from './fleet.ts'
import { type Figure, figure, type Options } from './harness.ts'
import { removeDirectory, temporaryDirectory } from './product.ts'

const VEHICLES = 100

export async function restoredFile({ quick, say }: Options): Promise<Figure[]> {
  const rows = quick ? 200_000 : 2_000_000
  const dir = temporaryDirectory('restored')
  const [from, to, file] = [join(dir, 'from'), join(dir, 'to'), join(dir, 'flotta.zip')]
  for (const home of [from, to]) mkdirSync(home)
  const around = (home: string): CliEnvironment => ({
    config: readConfig({ FLOTTA_DATA_DIR: home }),
    version: '',
    migrations,
    note: line => say(`  … ${line}`),
    signal: new AbortController().signal,
  })
  try {
    const postgres = await startPostgres({ dataDir: from })
    await makeCompanies(postgres.url, [VEHICLES])
    const pool = openPool(postgres.url, { max: 1, application: 'flotta bench' })
    await prepareQueue(pool)
    await pool.query(`select create_month('positions', '2026-10-01')`)
    // In the order of arrival: the next position of every vehicle in turn.
    await pool.query(
      `insert into positions (vehicle_id, message_datetime, seq, latitude_e7, longitude_e7, altitude, direction, speed, satellites, io)
       select 1 + n % $2, at, 0, 450000000 + n, 90000000 + n, 100, n % 360, n % 130, 12, decode(repeat(md5(n::text), 4), 'hex')
       from generate_series(0, $1::int - 1) n, lateral (select timestamptz '2026-10-01' + (n / $2) * interval '100 seconds' as at) t`,
      [rows, VEHICLES],
    )
    await pool.end()
    const measure = async (what: string, work: () => Promise<unknown>): Promise<Figure> => {
      const began = performance.now()
      await work()
      return figure(
        `a file of ${rows.toLocaleString('en')} positions: ${what}`,
        rows / ((performance.now() - began) / 1_000),
        'rows/s',
      )
    }
    const figures = [await measure('made', () => createBackupFile(file, around(from)))]
    await postgres.stop()
    figures.push(await measure('restored', () => restoreBackupFile(file, around(to))))
    figures.push(
      await measure('read whole', () => verifyBackupFile({ file, compare: false }, around(to))),
    )
    return [...figures, figure('its size', statSync(file).size / rows, 'bytes a row')]
  } finally {
    removeDirectory(dir)
  }
}
