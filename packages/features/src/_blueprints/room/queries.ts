// Writing examples: the same for screens and the provider's command line.
import type { Tx } from '@flotta/platform/db.ts'
import { orTaken, withoutUndefined } from '@flotta/platform/record-writes.ts'
import type { z } from 'zod'
import type { ExampleForm } from './contract.ts'
import './tables.ts'

type Values = z.output<typeof ExampleForm>
const UNIQUE = { examples_code: 'code' } as const

export async function createExample(tx: Tx, customer_id: number, values: Values): Promise<number> {
  const insert = tx
    .insertInto('examples')
    .values({ customer_id, ...values })
    .returning('id')
  return (await orTaken(insert.executeTakeFirstOrThrow(), UNIQUE)).id
}

export async function updateExample(
  tx: Tx,
  id: number,
  values: Partial<{ [K in keyof Values]: Values[K] | undefined }>,
  now: number,
): Promise<void> {
  const update = tx
    .updateTable('examples')
    .set({ ...withoutUndefined(values), updated_at: new Date(now) })
    .where('id', '=', id)
  await orTaken(update.execute(), UNIQUE)
}

export const removeExample = async (tx: Tx, id: number): Promise<void> =>
  void (await tx.deleteFrom('examples').where('id', '=', id).execute())
