// The starter: its status and the ignition, the three commands, the last one, the events, and the authorised drivers.
import { callWithEtag, query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { Alert, Button, SegmentedControl } from '@mantine/core'
import { IconKey, IconKeyOff, IconLock, IconRefresh, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { CommandButton, RefusedNotice } from '../../commands/web/CommandButton.tsx'
import { CommandHistory } from '../../commands/web/CommandHistory.tsx'
import { LastCommand } from '../../commands/web/LastCommand.tsx'
import shared from '../../panel.module.css'
import { usePeriod } from '../../web/usePeriod.ts'
import * as contract from '../contract.ts'
import { ignitionReport } from '../report-services.ts'
import { confirms, isPending, refusalOf } from '../rules.ts'
import { Drivers } from './Drivers.tsx'
import { Events } from './Events.tsx'
import classes from './eyesafe.module.css'
import { Pending, POLL, type StatusOf } from './status.tsx'

const kinds = ['commands', 'events'] as const

export function Ignition({ vehicle }: { readonly vehicle: Vehicle }) {
  const { t } = useTranslation()
  const call = { params: { id: vehicle.id } }
  const {
    data: now,
    error,
    refetch,
  } = useQuery({ ...query(contract.ignitionStatus, call), ...POLL })
  const { data: last } = useQuery(query(contract.ignitionLastCommand, call))
  const period = usePeriod()
  const [shownHistory, show] = useState<(typeof kinds)[number]>('commands')
  return (
    <>
      {now !== undefined ? (
        <Starter vehicle={vehicle} now={now} last={last} />
      ) : (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={6} />
      )}
      <div className={classes.choice}>
        <SegmentedControl
          fullWidth
          aria-label={t('eyesafe.history')}
          value={shownHistory}
          data={kinds.map(value => ({ value, label: t(`eyesafe.history_of.${value}`) }))}
          onChange={value => show(value === 'events' ? 'events' : 'commands')}
        />
      </div>
      {shownHistory === 'commands' ? (
        <CommandHistory
          vehicle={vehicle}
          endpoint={contract.ignitionCommandHistory}
          period={period}
          label={t('eyesafe.history_commands')}
          service={ignitionReport.service}
        />
      ) : (
        <Events vehicle={vehicle} period={period} />
      )}
    </>
  )
}

const startCommands = [
  { action: 'start_unlock', endpoint: contract.startUnlock, status: 1, Icon: IconKey },
  { action: 'start_lock', endpoint: contract.startLock, status: 2, Icon: IconKeyOff, color: 'red' },
  { action: 'start_reset', endpoint: contract.startReset, status: 1, Icon: IconRefresh },
] as const
type StartAction = (typeof startCommands)[number]['action']

interface StartCommandsProps {
  readonly vehicle: Vehicle
  /** The status in words; each command changes it. */
  readonly word: string | null
  readonly refusalText: (action: StartAction) => string | null
}
function StartCommands({ vehicle, word, refusalText }: StartCommandsProps) {
  const { t } = useTranslation()
  return startCommands.map(({ action, endpoint, status, Icon, ...look }) => (
    <CommandButton
      key={action}
      vehicle={vehicle}
      endpoint={endpoint}
      label={t(`commands.action.${action}`)}
      now={word}
      valueText={t(`eyesafe.status.${status}`)}
      text={t(`eyesafe.about.${action}`)}
      locked={refusalText(action)}
      icon={<Icon size={16} aria-hidden />}
      {...look}
      onSend={async headers =>
        (await callWithEtag(endpoint, { params: { id: vehicle.id } }, headers)).value
      }
    />
  ))
}

/** The state, the commands, and the last one. */
function Starter({
  vehicle,
  now: { status, ignition, datetime },
  last,
}: StatusOf<contract.IgnitionStatus>) {
  const { t } = useTranslation()
  const [drivers, setDrivers] = useState(false)
  const word = status === null ? null : t(`eyesafe.status.${status}`)
  const refusalText = (action: StartAction): string | null => {
    const refusal = refusalOf(action, {
      ignition: ignition === null ? null : ignition === 1,
      moving: null,
      status,
    })
    return refusal === null ? null : t(`eyesafe.refused.${refusal}`)
  }
  return (
    <>
      <section className={shared.section} aria-label={t('eyesafe.ignition')}>
        <div className={shared.grid}>
          <Stat
            label={t('eyesafe.start')}
            value={word}
            at={datetime}
            why={t('eyesafe.unknown_status')}
            after={<Pending pending={isPending(last, confirms(last, status), datetime)} />}
          />
          <Stat
            label={t('eyesafe.engine')}
            value={ignition === null ? null : t(ignition === 1 ? 'eyesafe.on' : 'eyesafe.off')}
            at={datetime}
          />
        </div>
        {ignition === 1 && (
          <Alert mt="sm" variant="light" color="yellow" icon={<IconLock size={16} />}>
            {t('eyesafe.refused.ignition_on')}
          </Alert>
        )}
        <RefusedNotice vehicle={vehicle} endpoint={contract.startUnlock} />
        <div className={classes.actions}>
          <StartCommands vehicle={vehicle} word={word} refusalText={refusalText} />
          <Button
            variant="subtle"
            fullWidth
            leftSection={<IconUsers size={16} aria-hidden />}
            onClick={() => setDrivers(true)}
          >
            {t('eyesafe.drivers')}
          </Button>
        </div>
        {last === undefined ? <SkeletonRows rows={2} /> : <LastCommand command={last} />}
      </section>
      <Drivers vehicle={vehicle} isOpen={drivers} onClose={() => setDrivers(false)} />
    </>
  )
}
