// The head of pages without the rail: name, language and theme, without the menus and tooltips of the bar, because such pages load little.
import { languages } from '@flotta/core/languages.ts'
import { currentLanguage } from '@flotta/ui/texts.ts'
import { ActionIcon, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Brand } from '../../../portal/shell/web/Brand.tsx'
import { useColorSchemeSwitch } from '../../../portal/shell/web/useColorSchemeSwitch.ts'
import classes from './auth.module.css'
import { languageNames, useChangeLanguage } from './useChangeLanguage.ts'

/**
 * The head.
 * @param mark width of the logo, CSS pixels
 */
export function PageHead({
  className,
  mark,
}: {
  readonly className: string
  readonly mark?: number
}) {
  return (
    <header className={className}>
      <Group gap={10}>
        <Brand {...(mark !== undefined && { size: mark })} />
        <span className={classes.name}>Flotta</span>
      </Group>
      <Group gap={4}>
        <Languages />
        <Scheme />
      </Group>
    </header>
  )
}

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
