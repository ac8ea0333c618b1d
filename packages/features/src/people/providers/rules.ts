// Which people an identity provider may sign in, and with which role.
import { lesserRole, Role } from '@flotta/core/contract.ts'
import { z } from 'zod'

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)
/** Without TLS anybody on the network could pose as the identity provider. */
const Issuer = z.url().refine(text => {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}, 'must be https://')
const Domain = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain, example.com')
const Provider = z.strictObject({
  id: z.string().regex(/^[a-z0-9_-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9, - and _'),
  name: z.string().min(1).max(80),
  issuer: Issuer,
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  /** The mail domains that it may vouch for. */
  domains: z.array(Domain).min(1),
  /** The company of the people it signs in; absent: the company whose users have that domain. */
  customer_id: z.int().positive().optional(),
  role_claim: z.string().min(1).optional(),
  /** Value of that claim → role. */
  roles: z.record(z.string(), Role).optional(),
  /** Whether unknown people get an account. */
  create: z.boolean(),
})
export type IdentityProvider = z.infer<typeof Provider>
export const Providers = z
  .array(Provider)
  .refine(
    list => new Set(list.map(({ id }) => id)).size === list.length,
    'two providers have the same id',
  )

/** Whether the provider may vouch for an address. */
export const mayVouch = ({ domains }: Pick<IdentityProvider, 'domains'>, email: string): boolean =>
  domains.includes(email.toLowerCase().split('@').at(-1) ?? '')

/**
 * The role in the claims: the highest of the mapped ones; undefined where the identity provider says nothing about roles. null: it does, but this person has
 * none, so nothing is open.
 */
export function roleOf(
  { role_claim, roles = {} }: Pick<IdentityProvider, 'role_claim' | 'roles'>,
  claims: Readonly<Record<string, unknown>>,
): Role | null | undefined {
  if (role_claim === undefined) return undefined
  const values = [claims[role_claim]].flat().filter(value => typeof value === 'string')
  const claimedRoles = values.flatMap(value =>
    Object.hasOwn(roles, value) ? [roles[value] as Role] : [],
  )
  return claimedRoles.reduce<Role | null>(
    (highest, role) => (highest === null || lesserRole(highest, role) === highest ? role : highest),
    null,
  )
}
