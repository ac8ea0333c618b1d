// The signed-in person and their customer, read once after the sign-in.
import { NO_CUSTOMER } from '@flotta/core/live.ts'
import { call, query } from '@flotta/ui/api.ts'
import { installation } from '@flotta/ui/installation.ts'
import { session } from '@flotta/ui/session.ts'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { Customer } from '../../customers/contract.ts'
import type { User } from '../../users/contract.ts'
import { logout, profile, userCustomer } from '../contract.ts'

const LASTS = 5 * 60_000
export const profileQuery = { ...query(profile, {}), staleTime: LASTS }
/** Stands for the company of a provider without one: every parameter is off. */
const NO_COMPANY: Customer = {
  id: NO_CUSTOMER,
  name: '',
  vat_id: null,
  address: null,
  city: null,
  zip_code: null,
  region: null,
  email: null,
  phone: null,
  timezone: installation.timezone,
  configurations: [],
}
export const customerQuery = {
  ...query(userCustomer, {}),
  staleTime: ({ state }: { readonly state: { readonly data: Customer | undefined } }): number =>
    state.data === NO_COMPANY ? Number.POSITIVE_INFINITY : LASTS,
}

/** Reads the user and the company, both at once; a provider without a company gets none. */
export async function readAccount(queries: QueryClient): Promise<User> {
  const company = queries.ensureQueryData(customerQuery)
  const refusal = company.then(
    () => null,
    (error: unknown) => error,
  )
  const user = await queries.ensureQueryData(profileQuery)
  if (user.customer_id !== null) await company
  else {
    await refusal
    queries.setQueryData(customerQuery.queryKey, NO_COMPANY)
  }
  return user
}

/** For screens behind the guard, which has loaded both. */
export function useAccount(): { readonly user: User; readonly customer: Customer } {
  const user = useSuspenseQuery(profileQuery)
  const customer = useSuspenseQuery(customerQuery)
  return { user: user.data, customer: customer.data }
}

/** Ends the session on the server, then in every tab; rejects when the server was not reached, because the cookie would still be valid. */
export async function signOut(): Promise<void> {
  await call(logout, {})
  session.end('signed_out')
}
