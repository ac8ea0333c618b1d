// What became of a command, in a word, a shape and a colour (S §4), and why.
import { commandStatus } from '@flotta/core/command.ts'
import { Badge } from '@mantine/core'
import { IconAlertCircle, IconCheck, IconClock, IconHelp, IconSend, IconX, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Command } from '../contract.ts'

interface Look {
  readonly color: 'yellow' | 'red' | 'gray'
  readonly icon: TablerIcon
}
const looks: Readonly<Record<number, Look>> = {
  [commandStatus.queued]: { color: 'yellow', icon: IconClock },
  [commandStatus.sent]: { color: 'yellow', icon: IconSend },
  [commandStatus.overwritten]: { color: 'yellow', icon: IconX },
  [commandStatus.failed]: { color: 'red', icon: IconAlertCircle },
  [commandStatus.timeout]: { color: 'red', icon: IconClock },
  [commandStatus.invalid]: { color: 'red', icon: IconAlertCircle },
  [commandStatus.executed]: { color: 'gray', icon: IconCheck },
}
const unknown: Look = { color: 'gray', icon: IconHelp }

export function CommandStatus({ status }: { readonly status: number }) {
  const { t } = useTranslation()
  const known = looks[status]
  const { color, icon: Icon } = known ?? unknown
  return (
    <Badge color={color} leftSection={<Icon size={12} aria-hidden />} style={{ flex: 'none' }}>
      {t(known === undefined ? 'commands.status.unknown' : `commands.status.${status}`)}
    </Badge>
  )
}

/** The name of what was asked for; a newer server's word stands as it is. */
export function useActionName(): (action: string) => string {
  const { t } = useTranslation()
  return action => t(`commands.action.${action}`, { defaultValue: action })
}
/** "Vano 1 · Valore −18": what it was asked with. */
export function useDataText(): (data: Command['command_data']) => string {
  const { t } = useTranslation()
  return data =>
    Object.entries(data)
      .map(([name, value]) => `${t(`commands.data.${name}`, { defaultValue: name })} ${String(value).replace(/^-/, '−')}`)
      .join(' · ')
}
