// The language menu of the bar.
import { languages } from '@flotta/core/languages.ts'
import { currentLanguage } from '@flotta/ui/texts.ts'
import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './auth.module.css'
import { languageNames, useChangeLanguage } from './useChangeLanguage.ts'

export function LanguageSwitch() {
  const { t } = useTranslation()
  const change = useChangeLanguage()
  const now = currentLanguage()
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <UnstyledButton
          className={classes.language ?? ''}
          aria-label={`${t('auth.language')}: ${languageNames[now]}`}
        >
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
