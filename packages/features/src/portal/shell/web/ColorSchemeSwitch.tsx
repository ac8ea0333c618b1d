// The button that switches between light and dark.
import { ActionIcon, Tooltip } from '@mantine/core'
import { useColorSchemeSwitch } from './useColorSchemeSwitch.ts'

export function ColorSchemeSwitch() {
  const { label, icon: Icon, change } = useColorSchemeSwitch()
  return (
    <Tooltip label={label}>
      <ActionIcon size={36} aria-label={label} onClick={change}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
