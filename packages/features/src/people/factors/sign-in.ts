// From the right password to a session: at once, by the second factor, or by the enrolment of one.
import type { Role, StepUp } from '@flotta/core/contract.ts'
import { NO_CUSTOMER } from '@flotta/core/live.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Caller, Context, HttpExchange } from '@flotta/platform/feature.ts'
import { networkOf } from '@flotta/platform/networks.ts'
import { digest, newSecret } from '@flotta/platform/passwords.ts'
import type { Token } from '../auth/contract.ts'
import { forgetFailures, replyWithSession, type SignedIn } from '../auth/login.ts'
import { COOKIE_PATH } from '../auth/session-cookie.ts'
import { beginSession } from '../auth/sessions.ts'
import { mayBeLocal } from '../providers/local-accounts.ts'
import { countProof } from '../users/tries.ts'
import {
  type Credential,
  type Method,
  type PasskeyOptions,
  REMEMBER_DAYS,
  STEP_UP_MINUTES,
} from './contract.ts'
import { holderOfPasskey, proofOptions, provePasskey, provePasskeyAlone } from './passkeys.ts'
import { commandsAskFor, isRequired, methodsOf, proveTotp, spendRecoveryCode } from './queries.ts'
import './tables.ts'

const DEVICE_COOKIE = 'flotta_device'
/** The sign-in alone reads it. */
const DEVICE_PATH = `${COOKIE_PATH}/login`
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Where a sign-in comes from. */
export interface Origin {
  readonly http: HttpExchange
  readonly address: string
}

/** Begins a session and answers it; `proof`: the second factor was proved right now; `beside`: what is written with it. */
export async function openSession(
  ctx: Context,
  user_id: number,
  { http, address }: Origin,
  proof: boolean,
  beside?: (tx: Tx, session_id: string) => Promise<unknown>,
): Promise<Token> {
  const now = ctx.now()
  Object.assign(http.audit, { user_id, action: 'sign_in', subject: `users/${user_id}` })
  const issued = await ctx.db.transaction().execute(async tx => {
    const { email } = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow()
    await forgetFailures(tx, email)
    const session = await beginSession(tx, user_id, address, http.header('user-agent'), now)
    const session_id = session.cookie.split('.')[0] ?? ''
    if (proof)
      await tx
        .updateTable('sessions')
        .set({ factor_at: new Date(now) })
        .where('id', '=', session_id)
        .execute()
    await beside?.(tx, session_id)
    return session
  })
  return replyWithSession(http, issued)
}

/** After the right password: a session, or the problem that names the next step with its ticket. */
export async function afterPassword(ctx: Context, user: SignedIn, origin: Origin): Promise<Token> {
  await mayBeLocal(ctx, user)
  const methods = await methodsOf(ctx.db, user.id)
  if (methods.length === 0) {
    // the kiosk of the printing area is shared, and nobody's telephone is at hand there
    const isObliged =
      ctx.config.FLOTTA_SECOND_FACTOR || user.configurations.second_factor === 'required'
    if (!isObliged || user.role === 'printing') return openSession(ctx, user.id, origin, false)
    throw new Problem('second_factor_enrol', 'api.second_factor_enrol', {}, undefined, {
      ticket: [await newTicket(ctx, user.id, 'enrol')],
      methods: ['totp', 'passkey'],
    })
  }
  if (await isRemembered(ctx, user.id, origin.http)) return openSession(ctx, user.id, origin, false)
  throw new Problem('second_factor', 'api.second_factor', {}, undefined, {
    ticket: [await newTicket(ctx, user.id, 'factor')],
    methods,
  })
}

async function newTicket(
  ctx: Context,
  user_id: number,
  purpose: 'factor' | 'enrol',
): Promise<string> {
  const ticket = newSecret()
  const now = ctx.now()
  await ctx.db
    .insertInto('sign_in_tickets')
    .values({
      token_hash: digest(ticket),
      user_id,
      purpose,
      created_at: new Date(now),
      expires_at: new Date(now + STEP_UP_MINUTES * MINUTE_MS),
    })
    .execute()
  return ticket
}
interface TicketHolder {
  readonly user_id: number
  readonly email: string
  readonly role: Role | null
  readonly customer_id: number | null
  readonly provider: boolean
  readonly timezone: string | null
}
/** Whose ticket it is; undefined where it ran out, was used, or the password was changed since. */
export const ticketHolder = (
  db: Db | Tx,
  ticket: string,
  purpose: 'factor' | 'enrol',
  now: number,
): Promise<TicketHolder | undefined> =>
  db
    .selectFrom('sign_in_tickets as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['t.user_id', 'u.email', 'u.role', 'u.customer_id', 'u.provider', 'c.timezone'])
    .where('t.token_hash', '=', digest(ticket))
    .where('t.purpose', '=', purpose)
    .where('t.expires_at', '>', new Date(now))
    .whereRef('t.created_at', '>=', 'u.password_changed_at')
    .where('u.disabled', '=', false)
    .where('u.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
/** A ticket is good once. */
export async function spendTicket(db: Db | Tx, token_hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_tickets')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
const ticketOver = (): Problem =>
  new Problem('unauthorized', 'factors.ticket_over', { ticket: [{ key: 'factors.ticket_over' }] })

/** Who only enrols a second factor. */
export async function enrollingCaller(ticket: string, ctx: Context): Promise<Caller | null> {
  const holder = await ticketHolder(ctx.db, ticket, 'enrol', ctx.now())
  if (holder === undefined) return null
  return {
    user_id: holder.user_id,
    customer_id: holder.customer_id ?? NO_CUSTOMER,
    role: holder.role,
    provider: holder.provider,
    timezone: holder.timezone ?? ctx.config.FLOTTA_TIMEZONE,
    credential: { kind: 'ticket', id: digest(ticket).toString('hex') },
  }
}

/** A proof of the second factor as it was sent. */
export interface Proof {
  readonly method: Method
  readonly code?: string | undefined
  readonly credential?: Credential | undefined
}
/** Whether a proof is right; it is then used up. */
export function prove(ctx: Context, user_id: number, proof: Proof): Promise<boolean> {
  if (proof.method === 'totp') return proveTotp(ctx, user_id, proof.code ?? '')
  if (proof.method === 'recovery') return spendRecoveryCode(ctx, user_id, proof.code ?? '')
  return provePasskey(ctx, user_id, proof.credential)
}

/** The second step of a sign-in. Throws `unauthorized` for a wrong proof and for a ticket that is over, `too_many` as a password does. */
export async function finishSignIn(
  ctx: Context,
  form: Proof & { readonly ticket: string; readonly remember: boolean },
  origin: Origin,
): Promise<Token> {
  const holder = await ticketHolder(ctx.db, form.ticket, 'factor', ctx.now())
  if (holder === undefined) throw ticketOver()
  Object.assign(origin.http.audit, { user_id: holder.user_id, subject: `users/${holder.user_id}` })
  const attempt = {
    account: holder.email.toLowerCase(),
    address: networkOf(origin.address),
    user_id: holder.user_id,
  }
  const field = form.method === 'passkey' ? 'credential' : 'code'
  if (!(await countProof(ctx, attempt, () => prove(ctx, holder.user_id, form))))
    throw new Problem('unauthorized', 'factors.wrong', { [field]: [{ key: 'factors.wrong' }] })
  if (!(await spendTicket(ctx.db, digest(form.ticket)))) throw ticketOver()
  if (form.remember) await rememberDevice(ctx, holder.user_id, origin.http)
  return openSession(ctx, holder.user_id, origin, true)
}

/** A sign-in by a passkey that shows by itself whose it is, with the person verified by the device: both factors in one. */
export async function signInByPasskey(
  ctx: Context,
  credential: Credential,
  origin: Origin,
): Promise<Token> {
  const wrong = new Problem('unauthorized', 'factors.passkey_unknown', {
    credential: [{ key: 'factors.passkey_unknown' }],
  })
  const holder = await holderOfPasskey(ctx.db, credential.id)
  if (holder === undefined) throw wrong
  Object.assign(origin.http.audit, { user_id: holder.id, subject: `users/${holder.id}` })
  const attempt = {
    account: holder.email.toLowerCase(),
    address: networkOf(origin.address),
    user_id: holder.id,
  }
  if (!(await countProof(ctx, attempt, () => provePasskeyAlone(ctx, holder.id, credential))))
    throw wrong
  await mayBeLocal(ctx, { ...holder, configurations: holder.configurations ?? {} })
  return openSession(ctx, holder.id, origin, true)
}

/** What the browser of a sign-in needs to prove a passkey. */
export async function optionsForTicket(ctx: Context, ticket: string): Promise<PasskeyOptions> {
  const holder = await ticketHolder(ctx.db, ticket, 'factor', ctx.now())
  if (holder === undefined) throw ticketOver()
  return proofOptions(ctx, holder.user_id)
}

async function rememberDevice(ctx: Context, user_id: number, http: HttpExchange): Promise<void> {
  const secret = newSecret()
  const now = ctx.now()
  await ctx.db
    .insertInto('remembered_devices')
    .values({
      token_hash: digest(secret),
      user_id,
      created_at: new Date(now),
      expires_at: new Date(now + REMEMBER_DAYS * DAY_MS),
    })
    .execute()
  http.setCookie(DEVICE_COOKIE, secret, {
    maxAge: (REMEMBER_DAYS * DAY_MS) / 1000,
    path: DEVICE_PATH,
  })
}
async function isRemembered(ctx: Context, user_id: number, http: HttpExchange): Promise<boolean> {
  const secret = http.cookie(DEVICE_COOKIE)
  if (secret === undefined) return false
  const row = await ctx.db
    .selectFrom('remembered_devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select('d.user_id')
    .where('d.token_hash', '=', digest(secret))
    .where('d.user_id', '=', user_id)
    .where('d.expires_at', '>', new Date(ctx.now()))
    .whereRef('d.created_at', '>=', 'u.password_changed_at')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a caller must prove again who it is: one with a second factor, or whose company asks for one. */
export async function mustStepUp(step_up: StepUp, caller: Caller, ctx: Context): Promise<boolean> {
  const { credential, user_id, step_up_until = 0, factor_at = 0 } = caller
  if (credential.kind !== 'session' || step_up_until > ctx.now()) return false
  if (step_up === 'command') return commandsAskFor(ctx.db, user_id)
  if (step_up === 'factor' && factor_at + STEP_UP_MINUTES * MINUTE_MS > ctx.now()) return false
  if ((await methodsOf(ctx.db, user_id)).length > 0) return true
  // who has none yet must be able to enrol the first
  return step_up === true && (await isRequired(ctx, user_id))
}
