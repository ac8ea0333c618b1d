// Whether a person may sign in with a password or passkey of this installation, or only by the company's identity provider.
import type { Role } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { providersOf } from './providers.ts'
import { mayVouch } from './rules.ts'

export interface Account {
  readonly email: string
  readonly role: Role | null
  readonly provider: boolean
  readonly customer_id: number | null
  readonly configurations: Readonly<Record<string, string>> | null
}

/**
 * The names of the identity providers by which alone this person may sign in; empty: local sign-ins work too. People of the provider, the kiosk, and people
 * without an identity provider are never locked out.
 */
export async function onlyWaysIn(
  { config }: Pick<Context, 'config'>,
  { email, role, provider, customer_id, configurations }: Account,
): Promise<readonly string[]> {
  if (configurations?.local_accounts !== 'forbidden' || provider || role === 'printing') return []
  return (await providersOf(config))
    .filter(way => mayVouch(way, email) && (way.customer_id ?? customer_id) === customer_id)
    .map(({ name }) => name)
}
/** Throws `forbidden` where the company forbids local accounts and an identity provider could sign this person in. */
export async function mayBeLocal(ctx: Pick<Context, 'config'>, account: Account): Promise<void> {
  const names = await onlyWaysIn(ctx, account)
  if (names.length > 0)
    throw new Problem('forbidden', {
      key: 'identity.local_forbidden',
      values: { name: names.join(', ') },
    })
}
