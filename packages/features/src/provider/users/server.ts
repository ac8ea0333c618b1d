// Serves everybody who may sign in to the installation: by calls what the command line does.
import { invalid, Problem } from '@flotta/core/problem.ts'
import type { Entity, WriteContext } from '@flotta/platform/entity.ts'
import { feature } from '@flotta/platform/feature.ts'
import { hashPassword, inTurn } from '@flotta/platform/passwords.ts'
import { serve, serveBulk } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { intoTrail } from '../../house/installation/trail.ts'
import { isCustomer } from '../../people/customers/queries.ts'
import { invite } from '../../people/users/links.ts'
import { mustBeStrong } from '../../people/users/passwords.ts'
import {
  createUser,
  managedUserOf,
  othersManage,
  removeUser,
  type UserRow,
  updateUser,
  userColumns,
  userRecord,
} from '../../people/users/queries.ts'
import { manages, passwordFaults, printingPasswordFaults } from '../../people/users/rules.ts'
import { filterCondition } from '../filters.ts'
import * as contract from './contract.ts'

type Row = UserRow & { readonly customer_id: number }
type Standing = Pick<UserRow, 'customer_id' | 'role' | 'provider'>

/** A role needs a company, and a user without a company must be a provider. */
function mustFit({ customer_id, role, provider }: Standing): void {
  if (customer_id === null && !provider) throw invalid({ customer_id: 'validation.required' })
  if (customer_id !== null && role === null) throw invalid({ role: 'validation.required' })
  if (customer_id === null && role !== null) throw invalid({ role: 'users.role_without_company' })
  if (provider && role === 'printing') throw invalid({ role: 'users.provider_prints_not' })
}
/** Only a session may do this, so that a leaked token makes nobody a provider. */
function mustBeSession({ credential }: WriteContext['caller']): void {
  if (credential.kind !== 'session') throw new Problem('forbidden')
}

async function hashOf(
  password: string,
  person: { readonly name: string; readonly email: string; readonly role: UserRow['role'] },
): Promise<string> {
  const [fault] =
    person.role === 'printing' ? printingPasswordFaults(password) : passwordFaults(password)
  if (fault !== undefined) throw invalid({ password: fault })
  mustBeStrong('password', password, person)
  return inTurn(() => hashPassword(password))
}

/** Nobody locks themselves out, and no company is left without somebody who manages it. */
async function mustStay(id: number, { tx, caller }: WriteContext): Promise<void> {
  const user = await managedUserOf(tx, id)
  if (id === caller.user_id) throw new Problem('conflict', 'users.not_yourself')
  if (
    user.customer_id !== null &&
    manages(user.role) &&
    user.active === 1 &&
    !(await othersManage(tx, user.customer_id, id))
  )
    throw new Problem('conflict', 'users.last_manager')
}

const entity: Entity<typeof contract.users, Row> = {
  trail: intoTrail,
  table: 'users',
  rows: () => sql`
    select ${userColumns} from users u left join customers c on c.id = u.customer_id
    where u.deleted_at is null and c.deleted_at is null`,
  record: userRecord,
  order: sql`upper(r.name)`,
  only: async ({ customer_id, active }, { ctx }) =>
    sql`${await filterCondition({ customer_id }, ctx)} and ${active === undefined ? sql`true` : sql`r.disabled = ${active === 0}`}`,
  all: () =>
    sql`select u.id, u.name, u.email, u.role from users u left join customers c on c.id = u.customer_id where u.deleted_at is null and c.deleted_at is null`,
  async create({ password, language, ...values }, { tx, ctx, caller }) {
    if (values.provider) mustBeSession(caller)
    mustFit(values)
    if (values.customer_id !== null && !(await isCustomer(tx, values.customer_id)))
      throw invalid({ customer_id: 'validation.unknown' })
    const password_hash = password === undefined ? null : await hashOf(password, values)
    const person = { ...values, language: language ?? ctx.config.FLOTTA_LANGUAGE }
    const id = await createUser(tx, { ...person, password_hash })
    if (password_hash === null) await invite(ctx, tx, { ...person, id })
    return id
  },
  async update(id, values, writing) {
    const { tx, ctx, caller } = writing
    const before = await managedUserOf(tx, id)
    const after = {
      ...before,
      ...values,
      role: values.role === undefined ? before.role : values.role,
      provider: values.provider ?? before.provider,
    }
    if (after.provider !== before.provider || before.provider) mustBeSession(caller)
    mustFit(after)
    const leaves = values.active === 0 || (manages(before.role) && !manages(after.role))
    if (leaves || (id === caller.user_id && (after.role !== before.role || !after.provider)))
      await mustStay(id, writing)
    // a printing password is too weak for the rest of the product
    const isUnlocked = before.role === 'printing' && after.role !== 'printing'
    await updateUser(tx, id, { ...values, ...(isUnlocked && { password_hash: null }) }, ctx.now())
  },
  async remove(id, writing) {
    if ((await managedUserOf(writing.tx, id)).provider) mustBeSession(writing.caller)
    await mustStay(id, writing)
    await removeUser(writing.tx, id, writing.ctx.now())
  },
}
const { handlers, records } = serve<typeof contract.users, Row>(contract.users, entity)
export default feature({
  handlers: [
    ...handlers,
    serveBulk<typeof contract.users, Row>(contract.bulk, contract.users, entity),
  ],
  records,
})
