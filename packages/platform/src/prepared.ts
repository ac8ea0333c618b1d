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
 * The rows of a question whose text is one of a few: what differs from caller to caller is a parameter, how many rows are wanted is not (`sql.lit`), for a plan is chosen by it.
 * Whether one plan serves all callers is PostgreSQL's to decide (`plan_cache_mode`).
 */
export const preparedQuery = <Row>(
  { db, pool }: Pick<Context, 'db' | 'pool'>,
  question: RawBuilder<Row>,
): Promise<Row[]> => ask(pool, question.compile(db))

const askedOf = once<RequestCoalescer, Pick<Context, 'pool'>>(() => new RequestCoalescer())

/**
 * The same of what many ask at the same time: one answer serves those who ask with the same text and the same parameters, which together decide it.
 * @param now the moment in the question, epoch ms: it differs from asker to asker and is no reason to ask twice, for the answer begins after all of them, with the last one's
 * @returns rows that others hold too
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

/** A migration changed what the question answers, while this process goes on. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && error.message === 'cached plan must not change result type'
