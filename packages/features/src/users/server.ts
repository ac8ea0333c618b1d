// The users of the caller's customer and of the companies below it.
import type { Role } from '@flotta/core/contract.ts'
import { invalid, Problem } from '@flotta/core/problem.ts'
import { type Caller, every, feature } from '@flotta/platform/feature.ts'
import { given, serve, type Writing } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { childrenOf, isWithin } from '../customers/queries.ts'
import * as contract from './contract.ts'
import { invite } from './links.ts'
import { createUser, forgetRemoved, managedUserOf, othersManage, removeUser, type UserRow, updateUser, userColumns, userRecord } from './queries.ts'
import { manages, mayGrant } from './rules.ts'

const DAY_S = 86_400

/** A user is a way in: an API token makes and changes none. */
function bySession({ credential }: Caller): void {
  if (credential.kind !== 'session') throw new Problem('forbidden')
}
function mayBecome(caller: Caller, role: Role): void {
  if (!mayGrant(caller.role, role)) throw invalid({ role: 'api.role_too_high' })
}
/** Who it is, once it is sure that the caller may manage such a one. */
async function managed(id: number, { tx, caller }: Writing): Promise<contract.ManagedUser> {
  bySession(caller)
  const user = await managedUserOf(tx, id)
  if (!mayGrant(caller.role, user.role)) throw new Problem('forbidden', 'users.above_you')
  return user
}
/** Nobody shuts himself out, and no customer is left without one who manages it. */
async function mustStay(user: contract.ManagedUser, { tx, caller }: Writing): Promise<void> {
  if (user.id === caller.user_id) throw new Problem('conflict', 'users.not_yourself')
  if (manages(user.role) && user.active === 1 && !(await othersManage(tx, user.customer_id, user.id))) throw new Problem('conflict', 'users.last_manager')
}

const { handlers, records } = serve<typeof contract.users, UserRow>(contract.users, {
  rows: ({ caller }) => sql`
    select ${userColumns} from users u join customers c on c.id = u.customer_id
    where u.deleted_at is null and (u.customer_id = ${caller.customer_id} or u.customer_id in ${childrenOf(caller.customer_id)})`,
  record: userRecord,
  order: sql`upper(r.name)`,
  async only({ customer_id, active }, { caller, ctx }) {
    const whose = customer_id ?? caller.customer_id
    if (!(await isWithin(ctx.db, caller.customer_id, whose))) throw invalid({ customer_id: 'validation.unknown' })
    return sql`r.customer_id = ${whose} and ${active === undefined ? sql`true` : sql`r.disabled = ${active === 0}`}`
  },
  all: async ({ caller, ctx }) => {
    const { rows } = await sql<{ id: number; name: string; email: string; role: Role }>`
      select id, name, email, role from users where customer_id = ${caller.customer_id} and deleted_at is null and not disabled order by upper(name), id`.execute(
      ctx.db,
    )
    return [...rows]
  },
  async create({ customer_id, ...values }, { tx, caller, ctx }) {
    bySession(caller)
    mayBecome(caller, values.role)
    const whose = customer_id ?? caller.customer_id
    if (!(await isWithin(tx, caller.customer_id, whose))) throw invalid({ customer_id: 'validation.unknown' })
    const made = { ...values, language: values.language ?? ctx.config.FLOTTA_LANGUAGE }
    const id = await createUser(tx, { ...made, customer_id: whose })
    if (values.active === 1) await invite(ctx, tx, { ...made, id })
    return id
  },
  async update(id, values, writing) {
    const { tx, caller, ctx } = writing
    const before = await managed(id, writing)
    const role = values.role ?? before.role
    mayBecome(caller, role)
    const leaves = values.active === 0 || (manages(before.role) && !manages(role))
    if (leaves || (id === caller.user_id && role !== before.role)) await mustStay(before, writing)
    // a printing password is too weak for the rest of the product
    const unlocked = before.role === 'printing' && role !== 'printing'
    await updateUser(tx, id, { ...values, ...(unlocked && { password_hash: null }) }, ctx.now())
    if (unlocked && (values.active ?? before.active) === 1) {
      const { name, email, language } = { ...before, ...given(values) }
      await invite(ctx, tx, { id, name, email, language })
    }
  },
  async remove(id, writing) {
    await mustStay(await managed(id, writing), writing)
    await removeUser(writing.tx, id, writing.ctx.now())
  },
})

export default feature({ handlers, records, jobs: [every('users_forget', DAY_S, ctx => forgetRemoved(ctx.db, ctx.now()))] })
