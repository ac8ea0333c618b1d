// Passkeys: the options for a browser to sign, and the check of what it signed.
import './tables.ts'
import { notFound, Problem } from '@flotta/core/problem.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { withoutLastStep } from '@flotta/platform/last-step.ts'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { CHALLENGE_MS, keepChallenge, spendChallenge, spendVisit } from './challenges.ts'
import type { Credential, PasskeyOptions } from './contract.ts'
import { holdUser } from './enrolled-codes.ts'

/** Loaded with the first passkey, because few servers need it and it takes a tenth of the start. */
const loadLibrary = () => import('@simplewebauthn/server')
/** The browser's answer in the type of the library, which validates every part of it. */
const responseOf = <T>(credential: Credential): T => credential as unknown as T
type Transports = AuthenticatorTransport[]

/** The relying party: the host of the public address, to which a browser binds the passkey. */
const partyOf = ({ config }: Pick<Context, 'config'>) => {
  const { hostname, origin } = new URL(config.publicUrl)
  return { id: hostname, origin }
}

const keysOf = (db: Context['db'] | Tx, user_id: number) =>
  db
    .selectFrom('factors')
    .select(['id', 'credential_id', 'public_key', 'sign_count', 'transports'])
    .where('user_id', '=', user_id)
    .where('type', '=', 'passkey')
    .where('confirmed_at', 'is not', null)
    .where('credential_id', 'is not', null)
    .orderBy('id')
const describe = (row: {
  readonly credential_id: string | null
  readonly transports: string[]
}) => ({
  id: row.credential_id ?? '',
  transports: row.transports as Transports,
})

/** What the browser needs to make a passkey. */
export async function enrolOptions(ctx: Context, user_id: number): Promise<PasskeyOptions> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: 'Flotta',
    rpID: partyOf(ctx).id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(`flotta ${user_id}`)),
    attestationType: 'none',
    excludeCredentials: (await keysOf(ctx.db, user_id).execute()).map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await keepChallenge(ctx, user_id, 'enrol', options.challenge)
  return { ...options }
}

/**
 * Stores a new passkey.
 * @returns its id; null: the signature is not valid
 */
export async function enrolPasskey(
  ctx: Context,
  tx: Tx,
  user_id: number,
  credential: Credential,
  name: string,
): Promise<number | null> {
  await holdUser(tx, user_id)
  const response = responseOf<RegistrationResponseJSON>(credential)
  const clientData = response.response?.clientDataJSON
  const expectedChallenge = await spendChallenge(tx, ctx, user_id, 'enrol', clientData)
  if (expectedChallenge === null) return null
  const { id, origin } = partyOf(ctx)
  const { verifyRegistrationResponse } = await loadLibrary()
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
  }).catch(() => null)
  if (verified?.verified !== true) return null
  const key = verified.registrationInfo.credential
  const existing = await tx
    .selectFrom('factors')
    .select('id')
    .where('credential_id', '=', key.id)
    .executeTakeFirst()
  if (existing !== undefined) throw new Problem('conflict', 'factors.passkey_taken')
  const row = await tx
    .insertInto('factors')
    .values({
      user_id,
      type: 'passkey',
      name,
      secret: null,
      credential_id: key.id,
      public_key: Buffer.from(key.publicKey),
      sign_count: key.counter,
      transports: [...(key.transports ?? [])],
      created_at: new Date(ctx.now()),
      confirmed_at: new Date(ctx.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** What the browser needs to prove one of the user's passkeys. Throws not_found where there is none. */
export async function proofOptions(ctx: Context, user_id: number): Promise<PasskeyOptions> {
  const keys = await keysOf(ctx.db, user_id).execute()
  if (keys.length === 0) throw notFound()
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: partyOf(ctx).id,
    allowCredentials: keys.map(describe),
    userVerification: 'preferred',
  })
  await keepChallenge(ctx, user_id, 'prove', options.challenge)
  return { ...options }
}

/** What the browser needs to sign in by any of its passkeys: the device names the passkey, and verifies the person. */
export async function visitOptions(ctx: Context): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: partyOf(ctx).id,
    userVerification: 'required',
  })
  await ctx.db
    .insertInto('passkey_visits')
    .values({ challenge: options.challenge, expires_at: new Date(ctx.now() + CHALLENGE_MS) })
    .execute()
  return { ...options }
}
/** The person who signs in by a passkey. */
export const holderOfPasskey = (db: Context['db'], credential_id: string) =>
  db
    .selectFrom('factors as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .leftJoin('customers as c', 'c.id', 'u.customer_id')
    .select(['u.id', 'u.email', 'u.role', 'u.provider', 'u.customer_id', 'c.configurations'])
    .where('f.credential_id', '=', credential_id)
    .where('f.type', '=', 'passkey')
    .where('f.confirmed_at', 'is not', null)
    .where('u.disabled', '=', false)
    .where('u.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()

/** Whether a passkey of the user has just signed this challenge, once. */
export const provePasskey = (
  ctx: Context,
  user_id: number,
  credential: Credential | undefined,
): Promise<boolean> =>
  proveSignature(ctx, user_id, credential, false, (tx, clientData) =>
    spendChallenge(tx, ctx, user_id, 'prove', clientData),
  )
/** The same where nothing else was proved: the device must have verified the person. */
export const provePasskeyAlone = (
  ctx: Context,
  user_id: number,
  credential: Credential,
): Promise<boolean> =>
  proveSignature(ctx, user_id, credential, true, (tx, clientData) =>
    spendVisit(tx, ctx, clientData),
  )

function proveSignature(
  ctx: Context,
  user_id: number,
  credential: Credential | undefined,
  requireUserVerification: boolean,
  challengeOf: (tx: Tx, clientData: string | undefined) => Promise<string | null>,
): Promise<boolean> {
  return withoutLastStep(ctx.db)
    .transaction()
    .execute(async tx => {
      const response = credential && responseOf<AuthenticationResponseJSON>(credential)
      const clientData = response?.response?.clientDataJSON
      const expectedChallenge = await challengeOf(tx, clientData)
      if (expectedChallenge === null || response === undefined) return false
      const key = await keysOf(tx, user_id)
        .where('credential_id', '=', response.id)
        .forUpdate()
        .executeTakeFirst()
      if (key?.public_key == null) return false
      const { id, origin } = partyOf(ctx)
      const { verifyAuthenticationResponse } = await loadLibrary()
      const verified = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: id,
        credential: {
          ...describe(key),
          publicKey: new Uint8Array(key.public_key),
          counter: Number(key.sign_count),
        },
        requireUserVerification,
      }).catch(() => null)
      if (verified?.verified !== true) return false
      await tx
        .updateTable('factors')
        .set({
          sign_count: verified.authenticationInfo.newCounter,
          last_used_at: new Date(ctx.now()),
        })
        .where('id', '=', key.id)
        .execute()
      return true
    })
}
