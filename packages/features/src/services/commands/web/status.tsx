// The status of a command as a word, a shape and a colour, with its reason.
import { commandStatus } from '@flotta/core/command.ts'
import { severityInk } from '@flotta/ui/Severity.tsx'
import {
  IconAlertCircle,
  IconCheck,
  IconClock,
  IconHelp,
  IconSend,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from '../contract.ts'
import { phraseOf } from '../rules.ts'
import classes from './commands.module.css'

interface Look {
  readonly color: string
  readonly icon: TablerIcon
}
const looks: Readonly<Record<number, Look>> = {
  [commandStatus.queued]: { color: severityInk(1), icon: IconClock },
  [commandStatus.sent]: { color: severityInk(1), icon: IconSend },
  [commandStatus.overwritten]: { color: severityInk(1), icon: IconX },
  [commandStatus.failed]: { color: severityInk(2), icon: IconAlertCircle },
  [commandStatus.timeout]: { color: severityInk(2), icon: IconClock },
  [commandStatus.invalid]: { color: severityInk(2), icon: IconAlertCircle },
  [commandStatus.executed]: { color: 'inherit', icon: IconCheck },
}
const unknownLook: Look = { color: 'inherit', icon: IconHelp }

export function CommandStatus({ status }: { readonly status: number }) {
  const { t } = useTranslation()
  const look = looks[status]
  const { color, icon: Icon } = look ?? unknownLook
  return (
    <span className={classes.status} style={{ color }}>
      <Icon size={14} aria-hidden />
      {t(look === undefined ? 'commands.status.unknown' : `commands.status.${status}`)}
    </span>
  )
}

/** The name of an action; an action that only a newer server knows is shown by its code. */
export function useActionName(): (action: string) => string {
  const { t } = useTranslation()
  return useCallback(action => t(`commands.action.${action}`, { defaultValue: action }), [t])
}
/** The data of a command: "Vano 1 · Valore −18", "Funzionamento continuo". */
export function useDataText(): (data: Command['command_data']) => string {
  const { t } = useTranslation()
  return useCallback(
    data =>
      Object.entries(data)
        .map(([name, value]) => {
          const phrase = phraseOf(name, value)
          return phrase === null
            ? `${t(`commands.data.${name}`, { defaultValue: name })} ${String(value).replace(/^-/, '−')}`
            : t(phrase)
        })
        .join(' · '),
    [t],
  )
}
