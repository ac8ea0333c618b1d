// Prepared statements for frequent queries: PostgreSQL parses and plans them once for each connection.
import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Context } from './feature.ts'
import { once } from './once.ts'
import { RequestCoalescer } from './request-coalescer.ts'

/** Largest number of prepared statements; further queries are planned each time. */
const MOST = 100
const namesOf = once<{ readonly of: Map<string, string>; made: number }, Pick<Context, 'pool'>>(
  () => ({ of: new Map(), made: 0 }),
)

/**
 * The rows of a query with one of a few texts. What differs between callers is a parameter; the number of wanted rows is part of the text (`sql.lit`), because the plan depends on it.
 * PostgreSQL decides whether one plan serves all callers (`plan_cache_mode`).
 */
export const preparedQuery = <Row>(
  { db, pool }: Pick<Context, 'db' | 'pool'>,
  question: RawBuilder<Row>,
): Promise<Row[]> => ask(pool, question.compile(db))

const askedOf = once<RequestCoalescer, Pick<Context, 'pool'>>(() => new RequestCoalescer())

/**
 * The same for queries that many callers make at the same time: one answer serves all with the same text and parameters.
 * @param now the moment in the query, epoch ms. It differs between callers but is no reason for two queries: the answer begins after all of them, with the last one's
 * @returns rows that other callers share; they must not be changed
 */
export function coalescedQuery<Row>(
  { db, pool }: Pick<Context, 'db' | 'pool'>,
  question: RawBuilder<Row>,
  now: number,
): Promise<readonly Readonly<Row>[]> {
  const query = question.compile(db)
  const parameters = query.parameters.map(value =>
    value instanceof Date && value.getTime() === now ? { now: true } : value,
  )
  return askedOf({ pool }).ask(JSON.stringify([query.sql, parameters]), () => ask(pool, query))
}

async function ask<Row>(
  pool: Context['pool'],
  { sql: text, parameters }: CompiledQuery<Row>,
): Promise<Row[]> {
  const names = namesOf({ pool })
  if (!names.of.has(text) && names.of.size < MOST) names.of.set(text, `question ${++names.made}`)
  const name = names.of.get(text)
  const values = [...parameters]
  try {
    const { rows } = await pool.query<Row & object>({
      ...(name !== undefined && { name }),
      text,
      values,
    })
    return rows
  } catch (error) {
    if (name === undefined || !isOutdated(error)) throw error
    names.of.delete(text)
    const { rows } = await pool.query<Row & object>({ text, values })
    return rows
  }
}

/** Whether a migration has changed the columns of the result while this process continued. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && error.message === 'cached plan must not change result type'
