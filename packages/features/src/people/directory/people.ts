// People as a directory sees and changes them: those of one company, at most of the role of its token.
import { Email } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Caller, Context, MountVisit } from '@flotta/platform/feature.ts'
import { differenceOf } from '@flotta/platform/http/audit.ts'
import { type RawBuilder, sql } from 'kysely'
import { changeByDirectory } from '../users/addresses.ts'
import { mustBeFree, mustHaveRoom } from '../users/admission.ts'
import { createUser, freeAddress, managedUserOf, removeUser, updateUser } from '../users/queries.ts'
import { mayManage } from '../users/rules.ts'
import { PATH, ScimRefusal, schemaIds } from './messages.ts'
import { type Filter, type Person, roleIn, shownName } from './rules.ts'
import './tables.ts'

export interface PersonRow {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly role: Caller['role']
  readonly disabled: boolean
  readonly created_at: Date
  readonly updated_at: Date
  readonly external_id: string | null
  readonly display_name: string | null
  readonly given_name: string | null
  readonly family_name: string | null
  readonly groups: readonly { readonly value: string; readonly display: string }[]
}
/** Within a transaction, by a directory's token. */
export interface Writing {
  readonly tx: Tx
  readonly caller: Caller
  readonly ctx: Context
}

const rowsOf = (customer_id: number, only: RawBuilder<boolean>) => sql<PersonRow>`
  select u.id, u.email, u.name, u.role, u.disabled, u.created_at, u.updated_at, d.external_id, d.display_name, d.given_name, d.family_name,
    coalesce((select json_agg(json_build_object('value', g.id::text, 'display', g.name) order by g.id)
      from directory_members m join directory_groups g on g.id = m.group_id where m.user_id = u.id), '[]') as groups
  from users u left join directory_people d on d.user_id = u.id
  where u.customer_id = ${customer_id} and u.deleted_at is null and ${only}`

/** What a filter asks of a person. Throws for an attribute that cannot be asked for. */
export function personFilter({ attribute, value }: Filter): RawBuilder<boolean> {
  switch (attribute) {
    case 'username':
    case 'emails':
    case 'emails.value':
      return sql<boolean>`lower(u.email) = lower(${value})`
    case 'externalid':
      return sql<boolean>`d.external_id = ${value}`
    case 'displayname':
      return sql<boolean>`lower(u.name) = lower(${value})`
    case 'id':
      return sql<boolean>`u.id::text = ${value}`
    case 'active':
      return sql<boolean>`u.disabled = ${value.toLowerCase() !== 'true'}`
    default:
      throw new ScimRefusal(400, `the filter by ${attribute} is not offered`, 'invalidFilter')
  }
}

export async function peoplePage(
  { db }: Pick<Context, 'db'>,
  customer_id: number,
  only: RawBuilder<boolean>,
  { start, count }: { readonly start: number; readonly count: number },
): Promise<{ readonly rows: readonly PersonRow[]; readonly total: number }> {
  const all = rowsOf(customer_id, only)
  const [{ rows }, totals] = await Promise.all([
    sql<PersonRow>`${all} order by u.id limit ${count} offset ${start - 1}`.execute(db),
    sql<{ readonly total: number }>`select count(*)::int as total from (${all}) r`.execute(db),
  ])
  return { rows, total: totals.rows[0]?.total ?? 0 }
}
/** Throws 404 for another company's as for one that does not exist. */
export async function personById(
  db: Context['db'] | Tx,
  customer_id: number,
  id: string,
): Promise<PersonRow> {
  const { rows } = await rowsOf(customer_id, sql<boolean>`u.id::text = ${id}`).execute(db)
  if (rows[0] === undefined) throw new ScimRefusal(404, `there is no user ${id}`)
  return rows[0]
}

/** The same, held until the transaction ends: changes of one person come one after the other. */
export async function heldPerson(tx: Tx, customer_id: number, id: string): Promise<PersonRow> {
  await sql`select 1 from users where customer_id = ${customer_id} and id::text = ${id} for no key update`.execute(
    tx,
  )
  return personById(tx, customer_id, id)
}

export const personIn = (row: PersonRow): Person => ({
  user_name: row.email,
  external_id: row.external_id,
  display_name: row.display_name,
  given_name: row.given_name,
  family_name: row.family_name,
  active: !row.disabled,
})
export const userResource = (row: PersonRow, publicUrl: string) => ({
  schemas: [schemaIds.user],
  id: String(row.id),
  ...(row.external_id !== null && { externalId: row.external_id }),
  userName: row.email,
  displayName: row.name,
  name: {
    formatted: row.name,
    ...(row.given_name !== null && { givenName: row.given_name }),
    ...(row.family_name !== null && { familyName: row.family_name }),
  },
  emails: [{ value: row.email, type: 'work', primary: true }],
  active: !row.disabled,
  ...(row.role !== null && { roles: [{ value: row.role, primary: true }] }),
  groups: row.groups,
  meta: {
    resourceType: 'User',
    created: row.created_at.toISOString(),
    lastModified: row.updated_at.toISOString(),
    location: `${publicUrl}${PATH}/Users/${row.id}`,
  },
})

/** The address by which the person signs in. */
function addressOf({ user_name }: Person): string {
  const email = Email.safeParse(user_name)
  if (!email.success)
    throw new ScimRefusal(400, 'userName must be an e-mail address', 'invalidValue')
  return email.data
}
/** Throws `uniqueness` where the address is somebody's. Whom the company has removed keeps it from nobody (RFC 7644, 3.6). */
async function mustBeUnique(email: string, writing: Writing, but?: number): Promise<void> {
  await freeAddress(writing.tx, writing.caller.customer_id, email)
  await mustBeFree(email, writing, but).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'invalid')
      throw new ScimRefusal(
        409,
        'userName is the address of another account of this installation, or was until less than 30 days ago',
        'uniqueness',
      )
    throw error
  })
}

const storePerson = (tx: Tx, user_id: number, person: Person) => {
  const { user_name: _, active: __, ...values } = person
  return tx
    .insertInto('directory_people')
    .values({ user_id, ...values })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** A new person may look; groups give more. Nobody is invited by mail: the directory's own sign-in opens the account. */
export async function createPerson(person: Person, writing: Writing): Promise<number> {
  const { tx, caller, ctx } = writing
  const email = addressOf(person)
  await mustHaveRoom(caller.customer_id, writing)
  await mustBeUnique(email, writing)
  const id = await createUser(tx, {
    customer_id: caller.customer_id,
    name: shownName(person).slice(0, 200),
    email,
    role: 'view',
    language: ctx.config.FLOTTA_LANGUAGE,
    active: person.active ? 1 : 0,
  })
  await storePerson(tx, id, person)
  return id
}

/** Throws for somebody above the role of the token. With `leaves` also for the owner of the token: a company keeps one who manages it. */
async function mustBeManageable(
  row: PersonRow,
  { tx, caller }: Writing,
  leaves: boolean,
): Promise<void> {
  if (!mayManage(caller, await managedUserOf(tx, row.id)))
    throw new ScimRefusal(403, 'the user is above the role of the token', 'mutability')
  if (leaves && row.id === caller.user_id)
    throw new ScimRefusal(
      409,
      'the owner of the token keeps access as long as the token is in use',
      'mutability',
    )
}

/** Who is switched off has no access from the commit on. */
export async function changePerson(
  row: PersonRow,
  person: Person,
  writing: Writing,
): Promise<void> {
  const { tx, caller, ctx } = writing
  await mustBeManageable(row, writing, !person.active)
  const email = addressOf(person)
  if (email !== row.email.toLowerCase()) {
    await mustBeUnique(email, writing, row.id)
    await changeByDirectory(ctx, tx, {
      person: await managedUserOf(tx, row.id),
      new_email: email,
      asked_by: caller.user_id,
    })
  }
  const isTold = person.display_name ?? person.given_name ?? person.family_name
  const name = isTold === null ? row.name : shownName(person).slice(0, 200)
  await updateUser(tx, row.id, { name, active: person.active ? 1 : 0 }, ctx.now())
  await storePerson(tx, row.id, person)
}

export async function removePerson(row: PersonRow, writing: Writing): Promise<void> {
  await mustBeManageable(row, writing, true)
  await removeUser(writing.tx, row.id, writing.ctx.now())
}

/** The role that their groups give now to people of the company; who has lost the last one that gave a role may look only. */
export async function applyGroups(user_ids: readonly number[], writing: Writing): Promise<void> {
  const { tx, caller, ctx } = writing
  if (user_ids.length === 0) return
  const { rows } = await sql<PersonRow>`
    ${rowsOf(caller.customer_id, sql<boolean>`u.id = any(${[...user_ids]}::int4[])`)} order by u.id for update of u`.execute(
    tx,
  )
  for (const row of rows) {
    const names = row.groups.map(({ display }) => display)
    const role = roleIn(names, caller.role) ?? 'view'
    if (role === row.role || row.id === caller.user_id) continue
    if (!mayManage(caller, await managedUserOf(tx, row.id))) continue
    await updateUser(tx, row.id, { role }, ctx.now())
  }
}

/** The line of the audit trail about a person, with what differs. */
export async function auditPerson(
  visit: MountVisit,
  tx: Tx,
  action: 'create' | 'update' | 'delete',
  id: number,
  before: PersonRow | null,
): Promise<void> {
  const after =
    action === 'delete' ? null : await personById(tx, visit.caller.customer_id, String(id))
  const plain = (row: PersonRow | null) =>
    row && { ...personIn(row), name: row.name, role: row.role }
  await visit.audit(
    { action, subject: `users/${id}`, ...differenceOf(plain(before), plain(after)) },
    tx,
  )
}
