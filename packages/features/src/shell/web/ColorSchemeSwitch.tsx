// Light or dark, at a click.
import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function ColorSchemeSwitch() {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const label = t(dark ? 'shell.theme.to_light' : 'shell.theme.to_dark')
  const Icon = dark ? IconSun : IconMoon
  return (
    <Tooltip label={label}>
      <ActionIcon size={36} aria-label={label} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
