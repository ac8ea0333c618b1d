// Language and theme, without the menus and tooltips of the bar: for pages that load little.
import { languages } from '@flotta/core/languages.ts'
import { currentLanguage } from '@flotta/ui/texts.ts'
import { ActionIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useColorSchemeSwitch } from '../../../portal/shell/web/useColorSchemeSwitch.ts'
import classes from './auth.module.css'
import { languageNames, useChangeLanguage } from './useChangeLanguage.ts'

export function Languages() {
  const { t } = useTranslation()
  const change = useChangeLanguage()
  const ownLanguage = currentLanguage()
  return (
    <fieldset className={classes.languages} aria-label={t('auth.language')}>
      {languages.map(language => (
        <button
          key={language}
          type="button"
          lang={language}
          title={languageNames[language]}
          aria-label={languageNames[language]}
          aria-pressed={language === ownLanguage}
          onClick={() => void change(language)}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}

export function Scheme() {
  const { label, icon: Icon, change } = useColorSchemeSwitch()
  return (
    <ActionIcon size={40} aria-label={label} title={label} onClick={change}>
      <Icon size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
