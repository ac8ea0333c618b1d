// The parts that every write of a record needs: comparing the version that the caller has seen, the fields that are present, a violated constraint as
// the fault of a field, and the faults of a whole list.
import { invalid, Problem, type Words } from '@flotta/core/problem.ts'
import { sql } from 'kysely'
import type { Tx } from './db.ts'
import type { HttpExchange } from './feature.ts'
import { versionOf } from './http/answer.ts'

/** Stores each value of a list and returns the results. Throws the faults of all values, as `index.field`; the caller must roll the transaction back. */
export async function storeEach<V, T>(
  list: readonly V[],
  tx: Tx,
  store: (values: V) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = []
  const faults: Record<string, readonly Words[]> = {}
  for (const [index, values] of list.entries()) {
    await sql`savepoint bulk_item`.execute(tx)
    try {
      answers.push(await store(values))
      await sql`release savepoint bulk_item`.execute(tx)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await sql`rollback to savepoint bulk_item`.execute(tx)
      const fields = Object.entries(error.fields)
      if (fields.length === 0) faults[`${index}.id`] = [error.words]
      for (const [field, words] of fields) faults[`${index}.${field}`] = words
    }
  }
  if (Object.keys(faults).length > 0) throw new Problem('invalid', 'api.invalid', faults)
  return answers
}

/** Throws a conflict where the caller has seen another version (`If-Match`) than the stored one; without the header the last write wins. */
export function mustBeUnchanged(http: HttpExchange, etag: string): void {
  const seenVersion = http.header('if-match')
  if (
    seenVersion !== undefined &&
    seenVersion !== '*' &&
    versionOf(seenVersion) !== versionOf(etag)
  )
    throw new Problem('conflict')
}

/** The fields of a form that are present; absent fields keep their values. */
export const withoutUndefined = <T extends object>(
  values: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** Turns the violation of a unique constraint into a problem of a field: `taken(work, { fleets_code: 'code' })`; other errors pass unchanged. */
export async function orTaken<T>(
  work: Promise<T>,
  fields: Readonly<Record<string, string>>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    const field = fields[(error as { constraint?: string }).constraint ?? '']
    throw field === undefined ? error : invalid({ [field]: 'validation.taken' })
  }
}
