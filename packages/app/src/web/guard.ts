// The guard of every screen: it starts the session from the cookie, loads the user, decides where the address leads and loads the first data.

import type { Language } from '@flotta/core/languages.ts'
import { all as allAlerts, allChannels } from '@flotta/features/alerts/incidents/contract.ts'
import { all as allAgreements } from '@flotta/features/fleet/agreements/contract.ts'
import { readAccount } from '@flotta/features/people/auth/web/account.ts'
import type { User } from '@flotta/features/people/users/contract.ts'
import { ApiError, query } from '@flotta/ui/api.ts'
import { isKept, setPreference } from '@flotta/ui/preferences.ts'
import { session } from '@flotta/ui/session.ts'
import { completeTexts, currentLanguage, setLanguage } from '@flotta/ui/texts.ts'
import { redirect } from '@tanstack/react-router'
import { giveUpPage } from './interruption.ts'
import { queryClient } from './query-client.ts'
import { leadsTo, loginOf } from './ways.ts'

/** An address of the product: its path, and the path with query. */
export interface Place {
  readonly pathname: string
  readonly href: string
}

let startup: Promise<boolean> | null = null
/** Whether the cookie gives a session; asked once for each page load. Rejects when the server cannot be reached, and the next call tries again. */
function start(): Promise<boolean> {
  if (session.snapshot().signedIn) return Promise.resolve(true)
  startup ??= session.renew().catch(error => {
    startup = null
    throw error
  })
  return startup.then(() => session.snapshot().signedIn)
}

/** Whether the server is away or busy, which ends no session (navigation.40). */
const isOfServer = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

/** The user who is signed in; null without a session. It loads the customer too. When the server refuses the user or the customer, the session ends (navigation.39). */
async function signedInUser(): Promise<User | null> {
  if (!(await start())) return null
  return readAccount(queryClient).catch(error => {
    if (!session.snapshot().signedIn) return null
    if (isOfServer(error)) throw error
    session.end('expired')
    return null
  })
}

/** Runs before every page of a signed-in user. */
export async function enter({ pathname, href }: Place): Promise<void> {
  const user = await signedInUser()
  if (user === null) {
    giveUpPage()
    const comesBack = pathname !== '/' && session.snapshot().ended !== 'signed_out'
    throw redirect({ to: loginOf(pathname), search: comesBack ? { next: href } : {} })
  }
  const to = leadsTo(pathname, user.role ?? 'provider')
  if (to !== null) throw redirect({ to })
  await Promise.all([
    // The main area needs these catalogues (navigation.47); printing users and users without a company may not read them.
    ...(user.role === 'printing' || user.role === null
      ? []
      : [
          queryClient.ensureQueryData(query(allAgreements, {})),
          queryClient.ensureQueryData(query(allAlerts, {})),
          queryClient.ensureQueryData(query(allChannels, {})),
        ]),
    completeTexts(),
    isKept('language') ? null : follow(user.language),
  ])
}

/** In a browser without a stored language the page uses the language of the user's account. */
async function follow(language: Language): Promise<void> {
  setPreference('language', language)
  if (language !== currentLanguage()) await setLanguage(language)
}

/** Runs before the sign-in and reset pages, which a signed-in user leaves (navigation.41). They also open while the server cannot be reached. */
export async function pass({ pathname }: Place): Promise<void> {
  const user = await signedInUser().catch(() => null)
  const to = user && leadsTo(pathname, user.role ?? 'provider')
  if (to) throw redirect({ to })
}
