// The language of the page; for a signed-in person also that of mails and reports.
import type { Language } from '@flotta/core/languages.ts'
import { call } from '@flotta/ui/api.ts'
import { setPreference } from '@flotta/ui/preferences.ts'
import { session } from '@flotta/ui/session.ts'
import { setLanguage } from '@flotta/ui/texts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { updateProfile } from '../contract.ts'

/** Each in its own language. */
export const languageNames: Readonly<Record<Language, string>> = {
  it: 'Italiano',
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
}

/** Changes the language of the page, stores the choice, and reads translated answers again. */
export function useChangeLanguage(): (language: Language) => Promise<void> {
  const client = useQueryClient()
  return async language => {
    setPreference('language', language)
    await setLanguage(language)
    // The page has changed already; if the server is not reached, only the next mail has the former language.
    if (session.snapshot().signedIn)
      await call(updateProfile, { body: { language } }).catch(() => undefined)
    await client.invalidateQueries()
  }
}
