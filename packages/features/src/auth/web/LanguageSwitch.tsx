// The language of the page; for who is signed in also that of mails and reports.

import { type Language, languages } from '@flotta/core/languages.ts'
import { call } from '@flotta/ui/api.ts'
import { setPreference } from '@flotta/ui/preferences.ts'
import { session } from '@flotta/ui/session.ts'
import { currentLanguage, setLanguage } from '@flotta/ui/texts.ts'
import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { updateProfile } from '../contract.ts'
import classes from './auth.module.css'

/** Each in its own language. */
export const languageNames: Readonly<Record<Language, string>> = { it: 'Italiano', en: 'English', es: 'Español', de: 'Deutsch' }

/** Shows the page in another language, keeps the choice, and reads again what the server says in words. */
export function useChangeLanguage(): (language: Language) => Promise<void> {
  const client = useQueryClient()
  return async language => {
    setPreference('language', language)
    await setLanguage(language)
    // The page has changed already; a server that is away only misses the language of its next mail.
    if (session.snapshot().signedIn) await call(updateProfile, { body: { language } }).catch(() => undefined)
    await client.invalidateQueries()
  }
}

export function LanguageSwitch() {
  const { t } = useTranslation()
  const change = useChangeLanguage()
  const now = currentLanguage()
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <UnstyledButton className={classes.language ?? ''} aria-label={`${t('auth.language')}: ${languageNames[now]}`}>
          {now.toUpperCase()}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map(language => (
          <Menu.Item
            key={language}
            lang={language}
            role="menuitemradio"
            aria-checked={language === now}
            rightSection={language === now ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => void change(language)}
          >
            {languageNames[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
