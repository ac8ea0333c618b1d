// What became of a vehicle that has left the fleet since, as the database says it.
import { sql } from 'kysely'
import type { Former } from './contract.ts'

/** An expression on `vehicles v`; null: it is in the fleet. */
export const formerSql = sql<Former | null>`case when v.deleted_at is not null then 'removed' when v.retired then 'retired' end`
