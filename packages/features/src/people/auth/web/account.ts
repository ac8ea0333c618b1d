// The signed-in person and their customer, read once after the sign-in.
import { call, query } from '@flotta/ui/api.ts'
import { session } from '@flotta/ui/session.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Customer } from '../../customers/contract.ts'
import type { User } from '../../users/contract.ts'
import { logout, profile, userCustomer } from '../contract.ts'

const LASTS = 5 * 60_000
export const profileQuery = { ...query(profile, {}), staleTime: LASTS }
export const customerQuery = { ...query(userCustomer, {}), staleTime: LASTS }

/** For screens behind the guard, which has read both. */
export function useAccount(): { readonly user: User; readonly customer: Customer } {
  const user = useSuspenseQuery(profileQuery)
  const customer = useSuspenseQuery(customerQuery)
  return { user: user.data, customer: customer.data }
}

/** Ends the session on the server, then in every tab; rejects when the server was not reached, because the cookie would still stand. */
export async function signOut(): Promise<void> {
  await call(logout, {})
  session.end('signed_out')
}
