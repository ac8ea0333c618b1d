// The table of rate limits: its statements, and the longest wait for an answer of the database.
import type { Pool } from './db.ts'
import type { Logger } from './log.ts'

/** Longest wait for an answer of the database, ms. */
const PATIENCE_MS = 2_000

/** The clock of the database, since the clocks of machines differ. A test passes its own time. */
const AT = `coalesce($1::float8, extract(epoch from now()) * 1000)`
/** The stored state. A value beyond twice the refill time means that the clock was set back. */
const KNOWN = `case when l.until > ${AT} + 2 * excluded.refill then ${AT} else greatest(l.until, ${AT}) end`

export const TAKE = `insert into limits as l (name, until, refill) select $2::text, ${AT} + $3::float8, $4::float8
  on conflict (name) do update set until = ${KNOWN} + $3::float8, refill = excluded.refill where ${KNOWN} + $3::float8 <= ${AT} + $4::float8 returning until - ${AT} as left`
export const LEFT = `select greatest(until - ${AT}, 0) as left from limits where name = $2`
export const SETTLE = `insert into limits as l (name, until, refill)
  select name, ${AT} + least(cost, 2 * refill), refill from unnest($2::text[], $3::float8[], $4::float8[]) as t (name, cost, refill)
  on conflict (name) do update set until = least(${KNOWN} + (excluded.until - ${AT}), ${AT} + 2 * excluded.refill), refill = excluded.refill
  returning name, until - ${AT} as left`
export const GIVE = `update limits set until = greatest(until - $3::float8, ${AT}) where name = $2`
export const TURN = `insert into limits as l (name, until, refill) select $2::text, ${AT} + $3::float8, $3::float8 + $4::float8
  on conflict (name) do update set until = ${KNOWN} + $3::float8, refill = excluded.refill where ${KNOWN} <= ${AT} + $4::float8 returning until - ${AT} - $3::float8 as left`
export const REST = `insert into limits as l (name, until, refill) select $2::text, ${AT} + $3::float8, $3::float8
  on conflict (name) do update set until = greatest(l.until, excluded.until), refill = greatest(l.refill, excluded.refill)`

/** Statements on the table of limits, which fail when the database does not answer in time. */
export class LimitsTable {
  readonly #pool: Pick<Pool, 'query'>
  readonly #log: Pick<Logger, 'warn'>
  readonly #now: (() => number) | undefined
  /** Whether the last statement failed: one warning is logged for each outage. */
  #isAway = false

  constructor(
    pool: Pick<Pool, 'query'>,
    log: Pick<Logger, 'warn'>,
    now: (() => number) | undefined,
  ) {
    this.#pool = pool
    this.#log = log
    this.#now = now
  }

  async query<R extends object>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly R[]> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`no answer within ${PATIENCE_MS / 1_000} s`)),
        PATIENCE_MS,
      )
    })
    try {
      const query = this.#pool.query<R>({
        name: `limits ${name}`,
        text,
        values: [this.#now?.() ?? null, ...values],
      })
      const { rows } = await Promise.race([query, late])
      this.#isAway = false
      return rows
    } catch (error) {
      if (!this.#isAway)
        this.#log.warn(
          { error: error instanceof Error ? error.message : String(error) },
          'limits cannot be counted with the other processes; each counts its own',
        )
      this.#isAway = true
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
