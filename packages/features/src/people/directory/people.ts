// Reads people for a directory: those of one company, at most of the role of its token.
import './tables.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Caller, Context, MountVisit } from '@flotta/platform/feature.ts'
import { differenceOf } from '@flotta/platform/http/audit.ts'
import { type RawBuilder, sql } from 'kysely'
import { PATH, ScimRefusal, schemaIds } from './messages.ts'
import type { Filter, Person } from './rules.ts'

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
/** A write within a transaction, with the token of a directory. */
export interface Writing {
  readonly tx: Tx
  readonly caller: Caller
  readonly ctx: Context
}

export const personRows = (customer_id: number, only: RawBuilder<boolean>) => sql<PersonRow>`
  select u.id, u.email, u.name, u.role, u.disabled, u.created_at, u.updated_at, d.external_id, d.display_name, d.given_name, d.family_name,
    coalesce((select json_agg(json_build_object('value', g.id::text, 'display', g.name) order by g.id)
      from directory_members m join directory_groups g on g.id = m.group_id where m.user_id = u.id), '[]') as groups
  from users u left join directory_people d on d.user_id = u.id
  where u.customer_id = ${customer_id} and u.deleted_at is null and ${only}`

/** The SQL condition of a filter on people. Throws for an attribute that cannot be filtered. */
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

/** Throws 404 for a person of another company as for one that does not exist. */
export async function personById(
  db: Context['db'] | Tx,
  customer_id: number,
  id: string,
): Promise<PersonRow> {
  const { rows } = await personRows(customer_id, sql<boolean>`u.id::text = ${id}`).execute(db)
  if (rows[0] === undefined) throw new ScimRefusal(404, `there is no user ${id}`)
  return rows[0]
}

/** The same with a lock until the transaction ends: changes of one person run one after the other. */
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

/** Writes the row of the audit trail about a person, with the changed values. */
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
