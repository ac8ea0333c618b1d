// The rules of the guard: where an address leads for the role of the user (navigation.33 to navigation.45).
import type { Role } from '@flotta/core/contract.ts'
import { isPrinterPage } from '@flotta/features/screens.ts'

const within = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}/`)

/** The sign-in page that matches an address: printer paths have one of their own (navigation.34). */
export const loginOf = (path: string): '/printer/login' | '/login' =>
  within(path, '/printer') ? '/printer/login' : '/login'

/** The role of a user in the company; `provider`: none, without a company. */
export type Standing = Role | 'provider'

/** The address to which the guard leads instead; null when the address may stay. `role` is null without a session. The answer may lead on again. */
export function leadsTo(
  path: string,
  role: Standing | null,
): '/' | '/login' | '/printer' | '/printer/login' | '/provider' | null {
  const isLogin = path === '/login'
  const isPrinterLogin = path === '/printer/login'
  const isPublic = isLogin || isPrinterLogin || within(path, '/reset')
  if (role === null) return isPublic ? null : loginOf(path)
  if (role === 'printing')
    return isLogin ? '/printer/login' : isPrinterPage(path) ? null : '/printer'
  if (isPrinterLogin) return '/login'
  // Users without a company have the area of the installation, with their own account in it.
  if (role === 'provider')
    return within(path, '/provider') || path === '/account' ? null : '/provider'
  return isPublic ? '/' : null
}
