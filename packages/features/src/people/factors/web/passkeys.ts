// Passkeys in the browser: makes and uses them with its own API.
import { call } from '@flotta/ui/api.ts'
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import {
  addPasskey,
  type Credential,
  loginFactorOptions,
  loginPasskeyOptions,
  passkeyOptions,
  stepUpOptions,
} from '../contract.ts'

export const hasPasskeys = (): boolean => browserSupportsWebAuthn()
/** The options are the server's, made for this very call. */
const creation = (options: object) => options as PublicKeyCredentialCreationOptionsJSON
const request = (options: object) => options as PublicKeyCredentialRequestOptionsJSON
const asCredential = (value: { readonly id: string }): Credential => ({ ...value })

/**
 * Enrols a passkey.
 * @returns new recovery codes with the first factor, else none
 */
export async function enrolPasskey(name: string, ticket?: string): Promise<readonly string[]> {
  const withTicket = ticket === undefined ? {} : { ticket }
  const options = await call(passkeyOptions, { body: withTicket })
  const registration = await startRegistration({ optionsJSON: creation(options) })
  const { recovery_codes } = await call(addPasskey, {
    body: { ...withTicket, credential: asCredential(registration), name },
  })
  return recovery_codes ?? []
}
/** The signature of a passkey for the second step of a sign-in. */
export const proofForTicket = async (ticket: string): Promise<Credential> =>
  asCredential(
    await startAuthentication({
      optionsJSON: request(await call(loginFactorOptions, { body: { ticket } })),
    }),
  )
/** The signature of a passkey for a sign-in by itself. */
export const proofAlone = async (): Promise<Credential> =>
  asCredential(
    await startAuthentication({ optionsJSON: request(await call(loginPasskeyOptions, {})) }),
  )
/** The signature of a passkey for a fresh proof. */
export const freshProof = async (): Promise<Credential> =>
  asCredential(await startAuthentication({ optionsJSON: request(await call(stepUpOptions, {})) }))
