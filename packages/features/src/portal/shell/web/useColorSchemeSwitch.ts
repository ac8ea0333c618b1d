// The other colour scheme, and the switch to it.
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function useColorSchemeSwitch(): {
  readonly label: string
  readonly icon: TablerIcon
  readonly change: () => void
} {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  return {
    label: t(dark ? 'shell.theme.to_light' : 'shell.theme.to_dark'),
    icon: dark ? IconSun : IconMoon,
    change: () => setColorScheme(dark ? 'light' : 'dark'),
  }
}
