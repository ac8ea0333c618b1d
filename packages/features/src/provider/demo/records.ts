// The demo company in the database: created in one transaction, found again at every start, removed with all of its data.
import '../../people/auth/tables.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { hashPassword, verifyPassword } from '@flotta/platform/passwords.ts'
import { sql } from 'kysely'
import {
  heldInstallation,
  installationOf,
  isDemoRemoved,
} from '../../house/installation/queries.ts'
import { createCompany, type DemoCompany, EMAIL } from './company.ts'
import { demoFleet } from './fleet.ts'
import { removeCompanies } from './removal.ts'

const DEMO_LOCK = 7_106_003
/** The password of the demo's users where only this machine can reach the installation. */
export const LOCAL_PASSWORD = 'Flotta-2026'

/** Creates the demo company and its guest, or finds and opens them; `password` is that of its users from now on. */
export async function createDemo(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { password }: { readonly password: string },
): Promise<DemoCompany> {
  return db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(tx)
    const owner = await tx
      .selectFrom('users as u')
      .innerJoin('customers as c', 'c.id', 'u.customer_id')
      .select(['c.id as customer_id', 'u.password_hash', 'u.disabled'])
      .where('u.email', '=', EMAIL.control)
      .where('u.deleted_at', 'is', null)
      .where('c.demo', '=', true)
      .where('c.deleted_at', 'is', null)
      .executeTakeFirst()
    if (owner) {
      if (owner.disabled || !(await verifyPassword(owner.password_hash, password))) {
        // sessions that began with the commonly known password end together with it
        if (
          password !== LOCAL_PASSWORD &&
          (await verifyPassword(owner.password_hash, LOCAL_PASSWORD))
        )
          await signOut(tx)
        await setPassword(tx, password)
      }
      const { count } = await tx
        .selectFrom('vehicles')
        .select(q => q.fn.countAll<number>().as('count'))
        .where('customer_id', '=', owner.customer_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      return {
        customer_id: owner.customer_id,
        vehicles: count,
        email: EMAIL.control,
        printing: EMAIL.printing,
      }
    }
    // a company that is only marked as removed would keep its plates and addresses for thirty days
    await removeCompanies(tx)
    return createCompany(tx, now(), await hashPassword(password))
  })
}

/** Removes every demo company, with its users, vehicles, trackers and all their data. Returns the number of companies. */
export async function removeDemo({ db }: Pick<Context, 'db'>): Promise<number> {
  return db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(tx)
    // its trackers may have tried to sign in meanwhile
    await sql`delete from unclaimed_devices where identifier = any(${demoFleet().map(v => v.imei)}::text[])`.execute(
      tx,
    )
    return removeCompanies(tx)
  })
}

/** Closes the demo: nobody can sign in as one of its users, by password, session or token, until it is created again. */
export async function closeDemo({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(tx)
    await shutDemo(tx)
  })
}

/** The same within a transaction, without waiting for a process that is creating the demo at this moment. */
export async function shutDemo(tx: Tx): Promise<void> {
  await tx
    .updateTable('users')
    .set({ disabled: true, password_hash: null })
    .where('customer_id', 'in', demoCustomers(tx))
    .where('disabled', '=', false)
    .execute()
  await signOut(tx)
}

/** Closes the demo for good: nobody can sign in, its simulator stops, and its rows are deleted once that has stopped. */
export const closeDemoForEver = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  db.transaction().execute(async tx => {
    await heldInstallation(tx)
    await shutDemo(tx)
    await tx
      .updateTable('installation')
      .set({ demo_removed_at: new Date(now()) })
      .where('demo_removed_at', 'is', null)
      .execute()
  })

/** The number of open demo companies; 0 once the demo was closed for good. */
export async function demoCompanies(db: Db): Promise<number> {
  if (await isDemoRemoved(db)) return 0
  const rows = await db.selectFrom('customers').select('id').where('demo', '=', true).execute()
  return rows.length
}

/** Longer than a simulator takes to stop, on any machine, ms. */
const SIMULATOR_STOPS_MS = 10_000
/** Job: removes the rows of a demo that was closed for good, if they still exist. */
export async function removeClosedDemo({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const { demo_removed_at } = await installationOf(db)
  if (demo_removed_at !== null && now() - demo_removed_at.getTime() >= SIMULATOR_STOPS_MS)
    await removeDemo({ db })
}

const demoCustomers = (tx: Tx) => tx.selectFrom('customers').select('id').where('demo', '=', true)

/** Ends every session of the demo's users and removes their tokens and links. */
async function signOut(tx: Tx): Promise<void> {
  const users = (
    await tx
      .selectFrom('users')
      .select('id')
      .where('customer_id', 'in', demoCustomers(tx))
      .execute()
  ).map(u => u.id)
  if (users.length === 0) return
  await tx
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('user_id', 'in', users)
    .where('ended_at', 'is', null)
    .execute()
  await tx.deleteFrom('api_tokens').where('user_id', 'in', users).execute()
  await tx.deleteFrom('password_resets').where('user_id', 'in', users).execute()
}

async function setPassword(tx: Tx, password: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      password_hash: await hashPassword(password),
      password_changed_at: new Date(),
      disabled: false,
    })
    .where('email', 'in', Object.values(EMAIL))
    .where('customer_id', 'in', demoCustomers(tx))
    .execute()
}
