// Serves the users of the caller's customer and of the companies below it.
import type { Role } from '@flotta/core/contract.ts'
import { invalid, Problem } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { WriteContext } from '@flotta/platform/entity.ts'
import {
  type Caller,
  type Context,
  type EndpointHandler,
  every,
  feature,
} from '@flotta/platform/feature.ts'
import { withoutUndefined } from '@flotta/platform/record-writes.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { mayMail } from '../../house/mails/limits.ts'
import { childrenOf, isWithin } from '../customers/queries.ts'
import { askChange, purgeChanges } from './addresses.ts'
import { mustBeFree, mustHaveRoom } from './admission.ts'
import * as contract from './contract.ts'
import { invite } from './links.ts'
import {
  createUser,
  forgetRemoved,
  managedUserOf,
  othersManage,
  removeUser,
  type UserRow,
  updateUser,
  userColumns,
  userRecord,
} from './queries.ts'
import { manages, mayGrant, mayManage } from './rules.ts'
import { askPasswordAgain } from './tries.ts'

const DAY_S = 86_400

/** Throws for API tokens: users are a way to sign in, so a token creates and changes none. */
function bySession({ credential }: Caller): void {
  if (credential.kind !== 'session') throw new Problem('forbidden')
}
function mayBecome(caller: Caller, role: Role): void {
  if (!mayGrant(caller.role, role)) throw invalid({ role: 'api.role_too_high' })
}
/** Loads a user, after checking that the caller may manage it. */
async function manageableUser(
  id: number,
  { tx, caller }: WriteContext,
): Promise<contract.ManagedUser> {
  bySession(caller)
  const user = await managedUserOf(tx, id)
  if (!mayManage(caller, user)) throw new Problem('forbidden', 'users.above_you')
  return user
}
/** Nobody locks themselves out, and no customer is left without somebody who manages it. */
async function mustStay(user: contract.ManagedUser, { tx, caller }: WriteContext): Promise<void> {
  if (user.id === caller.user_id) throw new Problem('conflict', 'users.not_yourself')
  if (
    user.customer_id !== null &&
    manages(user.role) &&
    user.active === 1 &&
    !(await othersManage(tx, user.customer_id, user.id))
  )
    throw new Problem('conflict', 'users.last_manager')
}

/** Whether the requested address differs from the present one and from the one that waits. */
const isOther = (
  email: string | undefined,
  { email: counts, pending_email }: contract.ManagedUser,
): email is string =>
  email !== undefined && email !== counts.toLowerCase() && email !== pending_email

/** Nobody has signed in yet: then the inviter may correct the address, as they could also remove the user and invite another. */
async function isUnentered(db: Db | Tx, user_id: number): Promise<boolean> {
  const { had_password } = await db
    .selectFrom('users')
    .select('had_password')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return !had_password
}

const { handlers, records } = serve<
  typeof contract.users,
  UserRow & { readonly customer_id: number }
>(contract.users, {
  rows: ({ caller }) => sql`
    select ${userColumns} from users u join customers c on c.id = u.customer_id
    where u.deleted_at is null and (u.customer_id = ${caller.customer_id} or u.customer_id in ${childrenOf(caller.customer_id)})`,
  record: userRecord,
  order: sql`upper(r.name)`,
  async only({ customer_id, active }, { caller, ctx }) {
    const companyId = customer_id ?? caller.customer_id
    if (!(await isWithin(ctx.db, caller.customer_id, companyId)))
      throw invalid({ customer_id: 'validation.unknown' })
    return sql`r.customer_id = ${companyId} and ${active === undefined ? sql`true` : sql`r.disabled = ${active === 0}`}`
  },
  all: async ({ caller, ctx }) => {
    const { rows } = await sql<{ id: number; name: string; email: string; role: Role }>`
      select id, name, email, role from users where customer_id = ${caller.customer_id} and deleted_at is null and not disabled order by upper(name), id`.execute(
      ctx.db,
    )
    return [...rows]
  },
  async create({ customer_id, password: _, ...values }, writing) {
    const { tx, caller, ctx } = writing
    bySession(caller)
    mayBecome(caller, values.role)
    const companyId = customer_id ?? caller.customer_id
    if (!(await isWithin(tx, caller.customer_id, companyId)))
      throw invalid({ customer_id: 'validation.unknown' })
    await mustHaveRoom(companyId, writing)
    await mustBeFree(values.email, writing)
    const newUser = { ...values, language: values.language ?? ctx.config.FLOTTA_LANGUAGE }
    const id = await createUser(tx, { ...newUser, customer_id: companyId })
    if (values.active === 1) {
      await mayMail(ctx, caller.customer_id, values.email)
      await invite(ctx, tx, { ...newUser, id })
    }
    return id
  },
  async update(id, { email, password: _, ...values }, writing) {
    const { tx, caller, ctx } = writing
    const before = await manageableUser(id, writing)
    const role = values.role ?? before.role
    if (role !== null) mayBecome(caller, role)
    const leaves = values.active === 0 || (manages(before.role) && !manages(role))
    if (before.provider && role === 'printing') throw invalid({ role: 'users.provider_prints_not' })
    if (leaves || (id === caller.user_id && role !== before.role)) await mustStay(before, writing)
    // a printing password is too weak for the rest of the product
    const getsPassword = before.role === 'printing' && role !== 'printing'
    const newAddress = isOther(email, before) ? email : null
    if (newAddress !== null) await mustBeFree(newAddress, writing, id)
    const isCorrection = newAddress !== null && (await isUnentered(tx, id))
    const correction = isCorrection ? { email: newAddress } : {}
    await updateUser(
      tx,
      id,
      { ...values, ...correction, ...(getsPassword && { password_hash: null }) },
      ctx.now(),
    )
    const person = { ...before, ...withoutUndefined(values), ...correction }
    if ((getsPassword || 'email' in correction) && person.active === 1) {
      await mayMail(ctx, caller.customer_id, person.email)
      await invite(ctx, tx, person)
    }
    if (newAddress !== null && !isCorrection) {
      await mayMail(ctx, caller.customer_id, newAddress)
      await askChange(ctx, tx, {
        person,
        new_email: newAddress,
        asked_by: caller.user_id,
      })
    }
  },
  async remove(id, writing) {
    await mustStay(await manageableUser(id, writing), writing)
    await removeUser(writing.tx, id, writing.ctx.now())
  },
})

/** Checks the caller's password before the record is locked, because the check takes a while. */
const asksPassword = (handler: EndpointHandler): EndpointHandler =>
  handler.endpoint !== contract.users.update
    ? handler
    : {
        ...handler,
        run: async call => {
          const { body, record, caller, ctx } = call as unknown as {
            readonly body: { readonly email?: string; readonly password?: string }
            readonly record: { readonly id: number }
            readonly caller: Caller
            readonly ctx: Context
          }
          const user = await managedUserOf(ctx.db, record.id)
          if (
            isOther(body.email, user) &&
            caller.credential.kind === 'session' &&
            mayManage(caller, user) &&
            !(await isUnentered(ctx.db, user.id))
          )
            await askPasswordAgain(ctx, caller, body.password)
          return handler.run(call)
        },
      }

export default feature({
  handlers: handlers.map(asksPassword),
  records,
  jobs: [
    every('users_forget', DAY_S, ctx => forgetRemoved(ctx.db, ctx.now())),
    every('address_changes_purge', DAY_S, purgeChanges),
  ],
})
