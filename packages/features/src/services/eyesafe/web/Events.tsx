// The events of the ignition in a period: on and off with the driver, and remote commands.
import { Badge } from '@mantine/core'
import { IconKey, IconRemoteControl } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { History, HistoryRow } from '../../web/History.tsx'
import { useHistory } from '../../web/useHistory.ts'
import type { Period } from '../../web/usePeriod.ts'
import { ignitionEventHistory } from '../contract.ts'

const timeOf = ({ datetime }: { readonly datetime: string }): number => Date.parse(datetime)

export function Events({
  vehicle,
  period,
}: {
  readonly vehicle: Vehicle
  readonly period: Period
}) {
  const { t } = useTranslation()
  const { items, state } = useHistory(ignitionEventHistory, vehicle.id, period)
  return (
    <History
      label={t('eyesafe.history_events')}
      reports={[
        { types: ['ignition_events'], vehicle },
        { types: ['ignition_trips'], vehicle },
      ]}
      items={items}
      timeOf={timeOf}
      {...state}
      icon={IconKey}
      row={({ datetime, type, message, user_name }) => (
        <HistoryRow
          at={datetime}
          icon={type === 'REMOTE' ? IconRemoteControl : IconKey}
          after={type === 'REMOTE' ? <Badge color="blue">{t('eyesafe.remote')}</Badge> : undefined}
        >
          {user_name === null ? message : `${message} · ${user_name}`}
        </HistoryRow>
      )}
    />
  )
}
