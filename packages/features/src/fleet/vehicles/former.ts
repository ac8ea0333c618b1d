// SQL for why a vehicle is no longer in the fleet.
import { sql } from 'kysely'
import type { Former } from './contract.ts'

/** An expression on `vehicles v`; null: it is in the fleet. */
export const formerSql = sql<Former | null>`case when v.deleted_at is not null then 'removed' when v.retired then 'retired' end`
