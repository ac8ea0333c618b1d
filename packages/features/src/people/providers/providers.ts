// The file of identity providers, read once; the metadata of each are requested when somebody signs in there.
import { readFile } from 'node:fs/promises'
import { Problem } from '@flotta/core/problem.ts'
import type { Config } from '@flotta/platform/config.ts'
import * as client from 'openid-client'
import { z } from 'zod'
import { type IdentityProvider, Providers } from './rules.ts'

const TIMEOUT_S = 10
const files = new Map<string, Promise<readonly IdentityProvider[]>>()

/** Throws a sentence that names the file and the fault, but never its contents. */
async function readProviders(path: string): Promise<readonly IdentityProvider[]> {
  const fault = (why: string) => new Error(`FLOTTA_OIDC_FILE ${path}: ${why}`)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw fault(`cannot be read (${error.code})`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw fault('is no JSON')
  }
  const parsed = Providers.safeParse(value)
  if (!parsed.success) throw fault(z.prettifyError(parsed.error).split('\n').join(' '))
  return parsed.data
}
export function providersOf({
  FLOTTA_OIDC_FILE: path,
}: Pick<Config, 'FLOTTA_OIDC_FILE'>): Promise<readonly IdentityProvider[]> {
  if (path === undefined) return Promise.resolve([])
  const providers = files.get(path) ?? readProviders(path)
  files.set(path, providers)
  return providers
}

/** Throws not_found for an unknown id. */
export async function providerOf(
  { config }: { readonly config: Pick<Config, 'FLOTTA_OIDC_FILE'> },
  id: string,
): Promise<IdentityProvider> {
  const provider = (await providersOf(config)).find(one => one.id === id)
  if (provider === undefined) throw new Problem('not_found')
  return provider
}

const discoveries = new Map<string, Promise<client.ServerMetadata>>()
/** Only for an identity provider on this machine, which a test runs. */
const optionsOf = ({ issuer }: IdentityProvider) =>
  issuer.startsWith('http:') ? [client.allowInsecureRequests] : []

async function metadataOf(provider: IdentityProvider): Promise<client.ServerMetadata> {
  const { issuer, client_id, client_secret } = provider
  const options = { timeout: TIMEOUT_S, execute: optionsOf(provider) }
  const configuration = await client.discovery(
    new URL(issuer),
    client_id,
    client_secret,
    undefined,
    options,
  )
  return configuration.serverMetadata()
}
/** How we authenticate as a client: identity providers take the secret in a header unless configured otherwise (OpenID Connect Core, 9). */
type Proof = 'basic' | 'post'
const proofs = new Map<string, Proof>()
const proofOf = ({ id }: IdentityProvider): Proof => proofs.get(id) ?? 'basic'

/** The metadata of the identity provider, requested once; a failure is not cached. Its keys are read for each visit, so that new ones count at once. */
export async function discover(provider: IdentityProvider): Promise<client.Configuration> {
  const metadata = discoveries.get(provider.issuer) ?? metadataOf(provider)
  discoveries.set(provider.issuer, metadata)
  metadata.catch(() => discoveries.delete(provider.issuer))
  const { client_id, client_secret } = provider
  const configuration = new client.Configuration(
    { ...(await metadata) },
    client_id,
    client_secret,
    proofOf(provider) === 'basic'
      ? client.ClientSecretBasic(client_secret)
      : client.ClientSecretPost(client_secret),
  )
  configuration.timeout = TIMEOUT_S
  // the signature of its tokens is checked in addition to TLS
  for (const option of [client.enableNonRepudiationChecks, ...optionsOf(provider)])
    option(configuration)
  return configuration
}
const isUnproven = (error: unknown): boolean =>
  error instanceof client.WWWAuthenticateChallengeError ||
  (error instanceof client.ResponseBodyError && error.error === 'invalid_client')
/** Runs a call with our client authentication; where the identity provider does not accept it, once more with the other one. */
export async function provingOurselves<T>(
  provider: IdentityProvider,
  ask: (configuration: client.Configuration) => Promise<T>,
): Promise<T> {
  try {
    return await ask(await discover(provider))
  } catch (error) {
    if (!isUnproven(error)) throw error
    proofs.set(provider.id, proofOf(provider) === 'basic' ? 'post' : 'basic')
    return ask(await discover(provider))
  }
}
