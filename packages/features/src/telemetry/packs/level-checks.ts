// Makes the tracks of some packs again; a stored track that differs from its positions is replaced.
import type { Context } from '@flotta/platform/feature.ts'
import { DRIVEN, levelColumns, levelValues } from './level-rows.ts'
import { DamagedPack } from './pack.ts'
import { type PackRow, packColumns, unpackFixRow } from './rows.ts'

/** A random pack: `$1` and `$2` are random numbers from 0 to 1. */
const ANY_PACK = `with chosen as (select vehicle_id from position_packs
    where vehicle_id >= (select ceil(max(vehicle_id) * $1::float8) from position_packs) order by vehicle_id limit 1)
  select ${packColumns(false)}, ${levelColumns.map(name => `k.${name}`).join(', ')} from position_packs k
  where k.has_levels and k.vehicle_id = (select vehicle_id from chosen)
  order by k.day offset (select floor(count(*) * $2::float8) from position_packs join chosen using (vehicle_id) where has_levels) limit 1`
const WRITE_AGAIN = `update position_packs set (${levelColumns.join(', ')}) = row (${levelColumns.map((_, i) => `$${i + 4}`).join(', ')})
  where vehicle_id = $1 and day = $2 and checksum = $3`

type LevelRow = PackRow & Readonly<Record<(typeof levelColumns)[number], unknown>>

/**
 * Checks the track of a random pack.
 * @param chance returns a random number, 0 ≤ n < 1
 */
export async function checkTrack(
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  chance: () => number,
): Promise<void> {
  const { rows } = await pool.query<LevelRow>(ANY_PACK, [chance(), chance()])
  const [row] = rows
  if (row === undefined) return
  const values = rightValues(row)
  if (values === null || levelColumns.every((name, i) => isSame(row[name], values[i]))) return
  const { vehicle_id, day } = row
  log.error({ vehicle_id, day }, 'the track of a packed day was not that of its positions')
  await pool.query(WRITE_AGAIN, [vehicle_id, day, row.checksum, ...values])
}
/** The right values of the track columns; null: the positions themselves are damaged, which their checksum shows. */
function rightValues(row: LevelRow): readonly unknown[] | null {
  try {
    return levelValues(unpackFixRow(row, DRIVEN))
  } catch (error) {
    if (error instanceof DamagedPack) return null
    throw error
  }
}
const isSame = (a: unknown, b: unknown): boolean =>
  Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : a === b
