// Who may see what (P §2): the session by its cookie, then who it is, then the first data.

import type { Language } from '@flotta/core/languages.ts'
import { all as allAgreements } from '@flotta/features/agreements/contract.ts'
import { all as allAlerts, allChannels } from '@flotta/features/alerts/contract.ts'
import { logout } from '@flotta/features/auth/contract.ts'
import { customerQuery, profileQuery } from '@flotta/features/auth/web/account.ts'
import { call, query } from '@flotta/ui/api.ts'
import { isKept, setPreference } from '@flotta/ui/preferences.ts'
import { session } from '@flotta/ui/session.ts'
import { currentLanguage, setLanguage } from '@flotta/ui/texts.ts'
import { redirect } from '@tanstack/react-router'
import { queryClient } from './query-client.ts'

let started: Promise<boolean> | null = null
/** Once a page load: whether the cookie brings a session. Rejects when the server cannot be reached; the next call tries again. */
function start(): Promise<boolean> {
  if (session.snapshot().signedIn) return Promise.resolve(true)
  started ??= session.renew().catch(error => {
    started = null
    throw error
  })
  return started.then(() => session.snapshot().signedIn)
}

/** Before every signed-in page. */
export async function enter(address: string): Promise<void> {
  const toLogin = () => redirect({ to: '/login', search: address === '/' || session.snapshot().ended === 'signed_out' ? {} : { next: address } })
  if (!(await start())) throw toLogin()
  const loaded = await Promise.all([queryClient.ensureQueryData(profileQuery), queryClient.ensureQueryData(customerQuery)]).catch(error => {
    if (session.snapshot().signedIn) throw error
    return null
  })
  if (loaded === null) throw toLogin()
  const [user] = loaded
  if (user.role === 'printing') {
    await call(logout, {}).catch(() => undefined)
    session.end('refused')
    throw redirect({ to: '/login' })
  }
  await Promise.all([
    queryClient.ensureQueryData(query(allAgreements, {})),
    queryClient.ensureQueryData(query(allAlerts, {})),
    queryClient.ensureQueryData(query(allChannels, {})),
    isKept('language') ? null : follow(user.language),
  ])
}

/** On a new browser the page speaks the language of the person's account. */
async function follow(language: Language): Promise<void> {
  setPreference('language', language)
  if (language !== currentLanguage()) await setLanguage(language)
}

/** Before the sign-in and reset pages: who is signed in has nothing to do there. */
export async function pass(): Promise<void> {
  const signedIn = await start().catch(() => false)
  if (signedIn) throw redirect({ to: '/' })
}
