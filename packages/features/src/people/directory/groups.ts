// Groups of a directory: their names grant roles, and their members are users of the company.
import type { Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { orTaken } from '@flotta/platform/record-writes.ts'
import { type RawBuilder, sql } from 'kysely'
import { PATH, ScimRefusal, schemaIds } from './messages.ts'
import type { Writing } from './people.ts'
import { applyGroups } from './people-changes.ts'
import type { Filter } from './rules.ts'
import './tables.ts'

export interface GroupRow {
  readonly id: number
  readonly name: string
  readonly external_id: string | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly members: readonly { readonly value: string; readonly display: string }[]
}
/** A group as the directory describes it. */
export interface Group {
  readonly name: string
  readonly external_id: string | null
  readonly members: readonly string[]
}
/** The most groups of a company. */
const MOST_GROUPS = 500

export const groupRows = (customer_id: number, only: RawBuilder<boolean>) => sql<GroupRow>`
  select g.id, g.name, g.external_id, g.created_at, g.updated_at,
    coalesce((select json_agg(json_build_object('value', u.id::text, 'display', u.name) order by u.id)
      from directory_members m join users u on u.id = m.user_id and u.deleted_at is null where m.group_id = g.id), '[]') as members
  from directory_groups g where g.customer_id = ${customer_id} and ${only}`

export function groupFilter({ attribute, value }: Filter): RawBuilder<boolean> {
  switch (attribute) {
    case 'displayname':
      return sql<boolean>`lower(g.name) = lower(${value})`
    case 'externalid':
      return sql<boolean>`g.external_id = ${value}`
    case 'id':
      return sql<boolean>`g.id::text = ${value}`
    case 'members':
    case 'members.value':
      return sql<boolean>`exists (select from directory_members m where m.group_id = g.id and m.user_id::text = ${value})`
    default:
      throw new ScimRefusal(400, `the filter by ${attribute} is not offered`, 'invalidFilter')
  }
}
/** Throws 404 for a group of another company as for one that does not exist. */
export async function groupById(
  db: Context['db'] | Tx,
  customer_id: number,
  id: string,
): Promise<GroupRow> {
  const { rows } = await groupRows(customer_id, sql<boolean>`g.id::text = ${id}`).execute(db)
  if (rows[0] === undefined) throw new ScimRefusal(404, `there is no group ${id}`)
  return rows[0]
}
/** The same with a lock until the transaction ends: changes of one group run one after the other. */
export async function heldGroup(tx: Tx, customer_id: number, id: string): Promise<GroupRow> {
  await sql`select 1 from directory_groups where customer_id = ${customer_id} and id::text = ${id} for update`.execute(
    tx,
  )
  return groupById(tx, customer_id, id)
}
export const groupResource = (row: GroupRow, publicUrl: string) => ({
  schemas: [schemaIds.group],
  id: String(row.id),
  ...(row.external_id !== null && { externalId: row.external_id }),
  displayName: row.name,
  members: row.members,
  meta: {
    resourceType: 'Group',
    created: row.created_at.toISOString(),
    lastModified: row.updated_at.toISOString(),
    location: `${publicUrl}${PATH}/Groups/${row.id}`,
  },
})

const UNIQUE = { directory_groups_name: 'displayName' } as const
const orNotUnique = <T>(writing: Promise<T>): Promise<T> =>
  orTaken(writing, UNIQUE).catch(() => {
    throw new ScimRefusal(409, 'displayName is taken', 'uniqueness')
  })

/** Sets the members, who must be users of the company. Throws for others. */
async function setMembers(group_id: number, ids: readonly string[], { tx, caller }: Writing) {
  const { rows } = await sql<{ readonly id: number }>`
    select id from users where customer_id = ${caller.customer_id} and deleted_at is null and id::text = any(${[...ids]}::text[])`.execute(
    tx,
  )
  if (rows.length < new Set(ids).size)
    throw new ScimRefusal(400, 'a member is no user of the company', 'invalidValue')
  await tx.deleteFrom('directory_members').where('group_id', '=', group_id).execute()
  if (rows.length > 0)
    await tx
      .insertInto('directory_members')
      .values(rows.map(({ id: user_id }) => ({ group_id, user_id })))
      .execute()
  return rows.map(({ id }) => id)
}

export async function createGroup(group: Group, writing: Writing): Promise<number> {
  const { tx, caller } = writing
  const { customer_id } = caller
  await sql`select 1 from customers where id = ${customer_id} for no key update`.execute(tx)
  const { total } = await tx
    .selectFrom('directory_groups')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('customer_id', '=', customer_id)
    .executeTakeFirstOrThrow()
  if (total >= MOST_GROUPS)
    throw new ScimRefusal(409, `a company has ${MOST_GROUPS} groups at most`)
  const { id } = await orNotUnique(
    tx
      .insertInto('directory_groups')
      .values({ customer_id, name: group.name, external_id: group.external_id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await applyGroups(await setMembers(id, group.members, writing), writing)
  return id
}
/** Changes a group; former and present members get the role that their groups grant now. */
export async function changeGroup(row: GroupRow, group: Group, writing: Writing): Promise<void> {
  const { tx, ctx } = writing
  await orNotUnique(
    tx
      .updateTable('directory_groups')
      .set({
        name: group.name,
        external_id: group.external_id,
        updated_at: new Date(ctx.now()),
      })
      .where('id', '=', row.id)
      .execute(),
  )
  const before = row.members.map(({ value }) => Number(value))
  const now = await setMembers(row.id, group.members, writing)
  await applyGroups([...new Set([...before, ...now])], writing)
}
export async function removeGroup(row: GroupRow, writing: Writing): Promise<void> {
  await writing.tx.deleteFrom('directory_groups').where('id', '=', row.id).execute()
  await applyGroups(
    row.members.map(({ value }) => Number(value)),
    writing,
  )
}
