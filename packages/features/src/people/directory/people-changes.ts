// Creates, changes and removes people for a directory, and applies the roles that their groups grant.
import { Email } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { Tx } from '@flotta/platform/db.ts'
import { sql } from 'kysely'
import { changeByDirectory } from '../users/addresses.ts'
import { mustBeFree, mustHaveRoom } from '../users/admission.ts'
import { createUser, freeAddress, managedUserOf, removeUser, updateUser } from '../users/queries.ts'
import { mayManage } from '../users/rules.ts'
import { ScimRefusal } from './messages.ts'
import { type PersonRow, personRows, type Writing } from './people.ts'
import { type Person, roleIn, shownName } from './rules.ts'

/** The address by which the person signs in. */
function addressOf({ user_name }: Person): string {
  const email = Email.safeParse(user_name)
  if (!email.success)
    throw new ScimRefusal(400, 'userName must be an e-mail address', 'invalidValue')
  return email.data
}
/** Throws `uniqueness` where the address is taken. A user whom the company has removed does not count (RFC 7644, 3.6). */
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

/** Creates a person with the role view; groups grant more. Nobody is invited by mail: the company's sign-in opens the account. */
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

/** Throws for a person above the role of the token. With `leaves` also for the owner of the token, because a company must keep somebody who manages it. */
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

/** Changes a person; a disabled one has no access from the commit on. */
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

/** Applies the roles that their groups grant now; who has lost the last group with a role gets view. */
export async function applyGroups(user_ids: readonly number[], writing: Writing): Promise<void> {
  const { tx, caller, ctx } = writing
  if (user_ids.length === 0) return
  const { rows } = await sql<PersonRow>`
    ${personRows(caller.customer_id, sql<boolean>`u.id = any(${[...user_ids]}::int4[])`)} order by u.id for update of u`.execute(
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
