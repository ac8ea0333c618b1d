// The commands of a period, newest first: action, author, time, outcome; a row unfolds the rest.
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { useIsIdle } from '@flotta/ui/idle.ts'
import { IconRemoteControl } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportVehicle } from '../../../reports/reports/web/RequestFields.tsx'
import { History, HistoryRow } from '../../web/History.tsx'
import { type HistoryEndpoint, useHistory } from '../../web/useHistory.ts'
import type { Period } from '../../web/usePeriod.ts'
import type { Command } from '../contract.ts'
import classes from './commands.module.css'
import { CommandFacts } from './LastCommand.tsx'
import { CommandStatus, useActionName, useDataText } from './status.tsx'

export interface CommandHistoryProps {
  readonly vehicle: ReportVehicle
  /** Returns commands, oldest first; it is read again when a command has changed (`live.ts`). */
  readonly endpoint: HistoryEndpoint<Command>
  readonly period: Period
  readonly label: string
  /** The service whose report is offered (`report-services.ts`). */
  readonly service: string
}

const timeOf = ({ message_datetime }: Command): number => Date.parse(message_datetime)

export function CommandHistory({ vehicle, endpoint, period, label, service }: CommandHistoryProps) {
  const { t } = useTranslation()
  const nameOf = useActionName()
  const textOf = useDataText()
  const { items, state } = useHistory(endpoint, vehicle.id, period)
  const [openId, choose] = useState<number | null>(null)
  const isPageIdle = useIsIdle()
  // The row from the current list, because its status may change while it is open.
  const openCommand = items.find(c => c.id === openId)
  return (
    <>
      <History
        label={label}
        reports={[{ types: ['custom'], services: [service], vehicle }]}
        items={items}
        timeOf={timeOf}
        {...state}
        icon={IconRemoteControl}
        row={command => (
          <HistoryRow
            at={command.message_datetime}
            icon={IconRemoteControl}
            onShow={() => choose(command.id)}
            after={<CommandStatus status={command.status} />}
          >
            <span className={classes.what}>
              {[nameOf(command.action), textOf(command.command_data), command.user]
                .filter(s => s !== '')
                .join(' · ')}
            </span>
          </HistoryRow>
        )}
      />
      {isPageIdle && (
        <Dialog
          opened={openCommand !== undefined}
          onClose={() => choose(null)}
          title={t('commands.one')}
        >
          {openCommand !== undefined && <CommandFacts command={openCommand} />}
        </Dialog>
      )}
    </>
  )
}
