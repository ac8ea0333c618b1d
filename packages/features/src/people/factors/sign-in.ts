// From the right password to a session: at once, by the second factor, or by the enrolment of one.
import { DAY, MINUTE } from '@flotta/core/time.ts'
import './tables.ts'
import type { StepUp } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { Tx } from '@flotta/platform/db.ts'
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
import { proveTotp, spendRecoveryCode } from './enrolled-codes.ts'
import { holderOfPasskey, proofOptions, provePasskey, provePasskeyAlone } from './passkeys.ts'
import { commandsAskFor, isRequired, methodsOf } from './queries.ts'
import { newTicket, spendTicket, ticketHolder, ticketOver } from './tickets.ts'

const DEVICE_COOKIE = 'flotta_device'
/** The path of the cookie, which only the sign-in reads. */
const DEVICE_PATH = `${COOKIE_PATH}/login`

/** Where a sign-in comes from. */
export interface Origin {
  readonly http: HttpExchange
  readonly address: string
}

/** Begins a session and returns its token; `proof`: the second factor has just been proved; `beside`: written in the same transaction. */
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
    // the kiosk of the printing area is shared, and nobody has a phone at hand there
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

/** A proof of the second factor as it was sent. */
export interface Proof {
  readonly method: Method
  readonly code?: string | undefined
  readonly credential?: Credential | undefined
}
/** Whether a proof is right; it then counts as used. */
export function prove(ctx: Context, user_id: number, proof: Proof): Promise<boolean> {
  if (proof.method === 'totp') return proveTotp(ctx, user_id, proof.code ?? '')
  if (proof.method === 'recovery') return spendRecoveryCode(ctx, user_id, proof.code ?? '')
  return provePasskey(ctx, user_id, proof.credential)
}

/** The second step of a sign-in. Throws `unauthorized` for a wrong proof and for an expired ticket, `too_many` like a password. */
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

/** A sign-in by a passkey that identifies its person, whom the device has verified: both factors in one. */
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

/** The options for the browser to prove a passkey during a sign-in. */
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
      expires_at: new Date(now + REMEMBER_DAYS * DAY),
    })
    .execute()
  http.setCookie(DEVICE_COOKIE, secret, {
    maxAge: (REMEMBER_DAYS * DAY) / 1000,
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

/** Whether a caller must prove its identity again: one with a second factor, or whose company requires one. */
export async function mustStepUp(step_up: StepUp, caller: Caller, ctx: Context): Promise<boolean> {
  const { credential, user_id, step_up_until = 0, factor_at = 0 } = caller
  if (credential.kind !== 'session' || step_up_until > ctx.now()) return false
  if (step_up === 'command') return commandsAskFor(ctx.db, user_id)
  if (step_up === 'factor' && factor_at + STEP_UP_MINUTES * MINUTE > ctx.now()) return false
  if ((await methodsOf(ctx.db, user_id)).length > 0) return true
  // a person without a factor must be able to enrol the first
  return step_up === true && (await isRequired(ctx, user_id))
}
