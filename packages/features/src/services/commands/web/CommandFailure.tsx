// A failed command: a line above the buttons, and a toast when the failure becomes known.
import { commandStatus } from '@flotta/core/command.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from '../contract.ts'
import { useActionName, useDataText } from './status.tsx'

const FAILED_STATUSES: readonly number[] = [
  commandStatus.failed,
  commandStatus.timeout,
  commandStatus.invalid,
]
/** Whether the device refused or failed to execute it, or its outcome is unknown. */
export const hasFailed = ({ status }: Pick<Command, 'status'>): boolean =>
  FAILED_STATUSES.includes(status)
/** How long a panel shows the failure above its buttons, ms. */
const SHOWN_FOR_MS = 10 * MINUTE

/** "Setpoint, Vano 1 · Valore −18: rifiutato dal dispositivo." with the reason. */
function useFailureText(): (command: Command) => string {
  const { t } = useTranslation()
  const nameOf = useActionName()
  const dataOf = useDataText()
  return ({ action, command_data, status, reason }) => {
    const what = [nameOf(action), dataOf(command_data)].filter(words => words !== '').join(', ')
    return `${what}: ${t(`commands.status.${status}`)}.${reason === null ? '' : ` ${t(`commands.reason.${reason}`)}.`}`
  }
}

/** Shows a toast, once, when the failure of the last command becomes known while its panel is open. */
export function useFailureNotice(command: Command | null | undefined): void {
  const textOf = useFailureText()
  const latest = useRef(textOf)
  latest.current = textOf
  const before = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    if (command === undefined) return
    const state = command === null ? null : `${command.id} ${command.status}`
    const isNews = before.current !== undefined && before.current !== state
    before.current = state
    if (isNews && command !== null && hasFailed(command))
      toast.error(latest.current(command), { id: `command-${command.id}` })
  }, [command])
}

/** For a panel that does not show its last command. */
export function CommandFailure({ command }: { readonly command: Command | null }) {
  const textOf = useFailureText()
  const now = useNow(60)
  useFailureNotice(command)
  if (
    command === null ||
    !hasFailed(command) ||
    now - Date.parse(command.message_datetime) > SHOWN_FOR_MS
  )
    return null
  return (
    <Alert mt="sm" variant="light" color="red" icon={<IconAlertCircle size={16} aria-hidden />}>
      {textOf(command)}
    </Alert>
  )
}
