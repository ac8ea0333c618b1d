// Which companies publish, which topics of theirs have retained messages, and how far their incidents are published.
import type { Db } from '@flotta/platform/db.ts'
import { sql } from 'kysely'
import { feeds } from '../feed/order.ts'
import './tables.ts'

/** The companies whose configuration `mqtt_active` is 1. */
export async function publishingCompanies(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from customers where deleted_at is null and configurations ->> 'mqtt_active' = '1' order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function storedTopics(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('mqtt_topics').select('topic').execute()
  return new Set(rows.map(({ topic }) => topic))
}
export const addTopics = (db: Db, topics: readonly string[]) =>
  sql`insert into mqtt_topics (topic) select unnest(${topics}::text[]) on conflict do nothing`.execute(
    db,
  )
export const removeTopics = (db: Db, topics: readonly string[]) =>
  sql`delete from mqtt_topics where topic = any(${topics}::text[])`.execute(db)

/** The last assigned place in the feed of incidents; 0: none. */
export async function lastIncidentPlace(db: Db): Promise<number> {
  const { rows } = await sql<{ place: number | null }>`
    select max(place) as place from changed_records where feed = ${feeds.incidents}`.execute(db)
  return rows[0]?.place ?? 0
}
/** The next place of a company's incidents; a company that begins starts with future ones. */
export async function progressOf(db: Db, customer_id: number): Promise<number> {
  const next = (await lastIncidentPlace(db)) + 1
  const { rows } = await sql<{ place: number }>`
    with begun as (insert into mqtt_progress (customer_id, place) values (${customer_id}, ${next}) on conflict do nothing returning place)
    select place from begun union all select place from mqtt_progress where customer_id = ${customer_id}`.execute(
    db,
  )
  return rows[0]?.place ?? next
}
export const noteProgress = (db: Db, customer_id: number, place: number) =>
  db.updateTable('mqtt_progress').set({ place }).where('customer_id', '=', customer_id).execute()
/** Incidents from while a company does not publish are not published later. */
export const endProgress = (db: Db, companies: readonly number[]) =>
  sql`delete from mqtt_progress where customer_id <> all(${companies}::int4[])`.execute(db)
