// Serves second factors: the second step of a sign-in, the own factors, and the fresh proof for critical calls.
import { invalid, notFound, Problem } from '@flotta/core/problem.ts'
import type { Tx } from '@flotta/platform/db.ts'
import { type Caller, type Context, every, feature, handle } from '@flotta/platform/feature.ts'
import { queueMail } from '@flotta/platform/mail.ts'
import { letterTo } from '../../house/mails/letters.ts'
import { login } from '../auth/contract.ts'
import { signIn } from '../auth/login.ts'
import { endSessions } from '../auth/sessions.ts'
import { notify } from '../notifications/queries.ts'
import { managedUserOf } from '../users/queries.ts'
import { mayManage } from '../users/rules.ts'
import { endSecretsOf } from '../users/secrets.ts'
import { askPasswordAgain, countProof } from '../users/tries.ts'
import * as contract from './contract.ts'
import { beginTotp, confirmTotp, holdUser, replaceRecoveryCodes } from './enrolled-codes.ts'
import { enrolOptions, enrolPasskey, proofOptions, visitOptions } from './passkeys.ts'
import {
  factorsOf,
  isRequired,
  purgeFactors,
  recoveryCodesOf,
  removeAllFactors,
  removeFactor,
} from './queries.ts'
import {
  afterPassword,
  finishSignIn,
  mustStepUp,
  type Origin,
  openSession,
  optionsForTicket,
  type Proof,
  prove,
  signInByPasskey,
} from './sign-in.ts'
import { stepUpMethods } from './step-up-methods.ts'
import { enrollingCaller, spendTicket } from './tickets.ts'
import './tables.ts'

const MINUTE_MS = 60_000
const NAME = 'TOTP'
const PASSKEY = 'Passkey'

/** Throws for API tokens, which neither have nor change factors. */
function byPerson({ credential }: Caller): void {
  if (credential.kind === 'token') throw new Problem('forbidden')
}
function sessionOf({ credential }: Caller): string {
  if (credential.kind !== 'session') throw new Problem('forbidden')
  return credential.id
}
const attemptOf = async (ctx: Context, { user_id }: Caller) => {
  const { email } = await ctx.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { account: email.toLowerCase(), address: null, user_id }
}

/** Notifies the owner of each change, so that none is made secretly. */
async function tellOwner(
  ctx: Context,
  tx: Tx,
  user_id: number,
  change: 'added' | 'removed',
): Promise<void> {
  const owner = await holdUser(tx, user_id)
  const say = (key: string) => ctx.say(owner.language, { key })
  const subject = `factors.mail.${change}_subject`
  await notify(tx, user_id, 'user', { key: subject }, ctx.now())
  await queueMail(
    tx,
    {
      recipient: owner.email,
      ...letterTo(ctx, owner, {
        title: say(subject),
        paragraphs: [say(`factors.mail.${change}_text`)],
        action: { label: say('api.mail.to_login'), url: `${ctx.config.publicUrl}/login` },
        notes: [say('factors.mail.not_you')],
      }),
    },
    ctx.now(),
  )
}

/** The user, whose role is not above the caller's. */
async function manageableUserOf(tx: Tx, id: number, caller: Caller) {
  const user = await managedUserOf(tx, id)
  if (!mayManage(caller, user)) throw new Problem('forbidden', 'users.above_you')
  return user
}

/** Notes that the session has just proved the second factor. */
const noteFactor = async (tx: Tx, caller: Caller, now: number): Promise<void> => {
  if (caller.credential.kind === 'session')
    await tx
      .updateTable('sessions')
      .set({ factor_at: new Date(now) })
      .where('id', '=', caller.credential.id)
      .execute()
}

/** Opens a session by the ticket of an enrolment, once the factor is enrolled. */
async function openByTicket(ctx: Context, { credential, user_id }: Caller, origin: Origin) {
  if (
    credential.kind === 'ticket' &&
    (await spendTicket(ctx.db, Buffer.from(credential.id, 'hex')))
  )
    await openSession(ctx, user_id, origin, true)
}

/** The method of a code: recovery codes are longer than one-time codes. */
const proofOf = ({ code = '', credential }: Omit<Proof, 'method'>): Proof =>
  credential !== undefined
    ? { method: 'passkey', credential }
    : { method: /^[\d\s]{0,9}$/.test(code) ? 'totp' : 'recovery', code }

export default feature({
  resolvers: { enrolling: enrollingCaller, must_step_up: mustStepUp },
  handlers: [
    handle(login, async ({ body, address, http, ctx }) =>
      afterPassword(ctx, await signIn(ctx, body.email, body.password, address, http.audit), {
        http,
        address,
      }),
    ),
    handle(contract.loginFactor, ({ body, address, http, ctx }) =>
      finishSignIn(ctx, body, { http, address }),
    ),
    handle(contract.factors, async ({ caller: { user_id }, ctx }) => ({
      data: await factorsOf(ctx.db, user_id),
      meta: {
        recovery_codes: await recoveryCodesOf(ctx.db, user_id),
        required: await isRequired(ctx, user_id),
      },
    })),
    handle(contract.beginTotp, ({ caller, ctx }) => {
      byPerson(caller)
      return beginTotp(ctx, caller.user_id)
    }),
    handle(contract.confirmTotp, async ({ body, caller, address, http, ctx }) => {
      byPerson(caller)
      let codes: readonly string[] = []
      const isRight = await countProof(ctx, await attemptOf(ctx, caller), () =>
        confirmTotp(ctx, caller.user_id, body.code, body.name ?? NAME, async tx => {
          codes = await replaceRecoveryCodes(tx, caller.user_id, ctx.now())
          await noteFactor(tx, caller, ctx.now())
          await tellOwner(ctx, tx, caller.user_id, 'added')
        }),
      )
      if (!isRight) throw invalid({ code: 'factors.wrong' })
      await openByTicket(ctx, caller, { http, address })
      return { recovery_codes: [...codes] }
    }),
    handle(contract.loginPasskeyOptions, ({ ctx }) => visitOptions(ctx)),
    handle(contract.loginPasskey, ({ body, address, http, ctx }) =>
      signInByPasskey(ctx, body.credential, { http, address }),
    ),
    handle(contract.loginFactorOptions, ({ body, ctx }) => optionsForTicket(ctx, body.ticket)),
    handle(contract.passkeyOptions, ({ caller, ctx }) => {
      byPerson(caller)
      return enrolOptions(ctx, caller.user_id)
    }),
    handle(contract.addPasskey, async ({ body, caller, address, http, ctx }) => {
      byPerson(caller)
      const added = await ctx.db.transaction().execute(async tx => {
        const name = body.name ?? PASSKEY
        const id = await enrolPasskey(ctx, tx, caller.user_id, body.credential, name)
        if (id === null) return null
        const hasCodes = (await recoveryCodesOf(tx, caller.user_id)) > 0
        const codes = hasCodes ? null : await replaceRecoveryCodes(tx, caller.user_id, ctx.now())
        await noteFactor(tx, caller, ctx.now())
        await tellOwner(ctx, tx, caller.user_id, 'added')
        const factor = (await factorsOf(tx, caller.user_id)).find(one => one.id === id)
        return factor && { ...factor, recovery_codes: codes && [...codes] }
      })
      if (added == null) throw invalid({ credential: 'factors.passkey_wrong' })
      await openByTicket(ctx, caller, { http, address })
      return added
    }),
    handle(contract.renewRecoveryCodes, ({ caller, ctx }) => {
      sessionOf(caller)
      return ctx.db.transaction().execute(async tx => {
        await holdUser(tx, caller.user_id)
        if ((await factorsOf(tx, caller.user_id)).length === 0)
          throw new Problem('conflict', 'factors.none')
        return { recovery_codes: [...(await replaceRecoveryCodes(tx, caller.user_id, ctx.now()))] }
      })
    }),
    handle(contract.removeFactor, ({ params, caller, ctx }) => {
      sessionOf(caller)
      return ctx.db.transaction().execute(async tx => {
        await holdUser(tx, caller.user_id)
        if (!(await removeFactor(tx, caller.user_id, params.id))) throw notFound()
        await tellOwner(ctx, tx, caller.user_id, 'removed')
        return null
      })
    }),
    handle(contract.resetFactors, ({ record, caller, ctx }) => {
      sessionOf(caller)
      return ctx.db.transaction().execute(async tx => {
        const user = await manageableUserOf(tx, record.id, caller)
        if (await removeAllFactors(tx, user.id)) {
          await endSessions(tx, { user_id: user.id }, ctx.now())
          await endSecretsOf(tx, user.id, ctx.now())
          await tellOwner(ctx, tx, user.id, 'removed')
        }
        return null
      })
    }),
    handle(contract.endUserSessions, ({ record, caller, ctx }) => {
      sessionOf(caller)
      return ctx.db.transaction().execute(async tx => {
        const user = await manageableUserOf(tx, record.id, caller)
        await endSessions(tx, { user_id: user.id }, ctx.now())
        await endSecretsOf(tx, user.id, ctx.now())
        return null
      })
    }),
    handle(contract.stepUpOptions, ({ caller, ctx }) => {
      sessionOf(caller)
      return proofOptions(ctx, caller.user_id)
    }),
    handle(contract.stepUp, async ({ body, caller, ctx }) => {
      const id = sessionOf(caller)
      const proof = proofOf(body)
      const methods = await stepUpMethods(ctx, caller.user_id)
      if (body.password !== undefined && body.password !== '') {
        if (!methods.includes('password')) throw invalid({ password: 'api.wrong_password' })
        await askPasswordAgain(ctx, caller, body.password)
      } else if (
        !methods.includes(proof.method) ||
        !(await countProof(ctx, await attemptOf(ctx, caller), () =>
          prove(ctx, caller.user_id, proof),
        ))
      )
        throw invalid({ [proof.method === 'passkey' ? 'credential' : 'code']: 'factors.wrong' })
      const until = new Date(ctx.now() + contract.STEP_UP_MINUTES * MINUTE_MS)
      await ctx.db
        .updateTable('sessions')
        .set({ step_up_until: until })
        .where('id', '=', id)
        .execute()
      return { until: until.toISOString() }
    }),
  ],
  jobs: [every('factors_purge', 3_600, ({ db, now }) => purgeFactors(db, now()))],
})
