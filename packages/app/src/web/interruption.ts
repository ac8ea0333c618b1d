// When a session ends by itself, the page stays under the sign-in, which has its address meanwhile (navigation.82).
import { profile } from '@flotta/features/people/auth/contract.ts'
import { profileQuery } from '@flotta/features/people/auth/web/account.ts'
import type { User } from '@flotta/features/people/users/contract.ts'
import { readNow } from '@flotta/ui/api.ts'
import { interruption } from '@flotta/ui/interruption.ts'
import { session } from '@flotta/ui/session.ts'
import { queryClient } from './query-client.ts'
import { loginOf } from './ways.ts'

/** Shows an address without opening it: the router, which listens to the method of `history` itself, is not told. */
const showAddress = (href: string): void =>
  History.prototype.replaceState.call(window.history, window.history.state, '', href)

/** Whoever signs out, or must reset the password, leaves the page (423). */
const staysAfter = (): boolean => ['expired', 'ended'].includes(session.snapshot().ended ?? '')

/**
 * Keeps the open page under the sign-in; false: the page is to be left.
 * @param isGuarded whether the open page is one of a signed-in user
 */
export function interrupt(
  { pathname, href }: { readonly pathname: string; readonly href: string },
  isGuarded: boolean,
): boolean {
  const user = queryClient.getQueryData(profileQuery.queryKey)
  if (!isGuarded || user === undefined || !staysAfter()) return false
  const login = loginOf(pathname)
  interruption.begin({ href, login, email: user.email, goOn: () => goOn(user, href) })
  showAddress(`${login}?next=${encodeURIComponent(href)}`)
  return true
}

/** A page of somebody else, or of another role or company, is loaded anew: nothing of the former one may stay in it. */
async function goOn(former: User, href: string): Promise<void> {
  const user = await readNow(profile, {}).catch(() => null)
  const isSame =
    user !== null &&
    (['id', 'role', 'customer_id', 'provider'] as const).every(key => user[key] === former[key])
  if (!isSame) {
    location.assign(href)
    return
  }
  showAddress(href)
  interruption.end()
  await queryClient.invalidateQueries()
}

/** Another tab signed in: a page that waits goes on if it is the same account, any other is loaded anew. */
export async function joinSession(): Promise<void> {
  const page = interruption.snapshot()
  if (page === null) location.reload()
  else if (await session.renew()) await page.goOn()
}

/** Gives up the page that waits, as the person went elsewhere or signed out; true: there was one. */
export function giveUpPage(): boolean {
  if (interruption.snapshot() === null) return false
  queryClient.clear()
  interruption.end()
  return true
}
