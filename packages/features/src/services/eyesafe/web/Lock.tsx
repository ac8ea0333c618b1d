// The lock: whether it is open, its doors, the command that unlocks it, the last one and all of a period.
import { callWithEtag, query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { CommandButton, RefusedNotice } from '../../commands/web/CommandButton.tsx'
import { CommandHistory } from '../../commands/web/CommandHistory.tsx'
import { LastCommand } from '../../commands/web/LastCommand.tsx'
import shared from '../../panel.module.css'
import { usePeriod } from '../../web/usePeriod.ts'
import * as contract from '../contract.ts'
import { lockReport } from '../report-services.ts'
import { isPending, refusalOf } from '../rules.ts'
import classes from './eyesafe.module.css'
import { Pending, POLL, type StatusOf } from './status.tsx'

export function Lock({ vehicle }: { readonly vehicle: Vehicle }) {
  const { t } = useTranslation()
  const call = { params: { id: vehicle.id } }
  const { data: now, error, refetch } = useQuery({ ...query(contract.lockStatus, call), ...POLL })
  const { data: last } = useQuery(query(contract.lockLastCommand, call))
  const period = usePeriod()
  return (
    <>
      {now !== undefined ? (
        <LockStatus vehicle={vehicle} now={now} last={last} />
      ) : (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={6} />
      )}
      <CommandHistory
        vehicle={vehicle}
        endpoint={contract.lockCommandHistory}
        period={period}
        label={t('eyesafe.history_commands')}
        service={lockReport.service}
      />
    </>
  )
}

/** The state, the command, and the last one. */
function LockStatus({
  vehicle,
  now: { status, door1_status, door2_status, datetime, moving },
  last,
}: StatusOf<contract.LockStatus>) {
  const { t } = useTranslation()
  const word = status === null ? null : t(status === 1 ? 'eyesafe.unlocked' : 'eyesafe.locked')
  const doorWord = (state: 0 | 1 | null): string | null =>
    state === null ? null : t(state === 1 ? 'eyesafe.open' : 'eyesafe.closed')
  const refusal = refusalOf('door_unlock', { ignition: null, moving, status: null })
  return (
    <section className={shared.section} aria-label={t('eyesafe.lock')}>
      <div className={shared.grid}>
        <Stat
          label={t('eyesafe.lock')}
          value={word}
          at={datetime}
          why={t('eyesafe.unknown_status')}
          after={<Pending pending={isPending(last, status === 1, datetime)} />}
        />
        <Stat
          label={t('eyesafe.door', { number: 1 })}
          value={doorWord(door1_status)}
          at={datetime}
          why={t('eyesafe.unknown_status')}
        />
        <Stat
          label={t('eyesafe.door', { number: 2 })}
          value={doorWord(door2_status)}
          at={datetime}
          why={t('eyesafe.unknown_status')}
        />
      </div>
      <RefusedNotice vehicle={vehicle} endpoint={contract.doorUnlock} />
      <div className={classes.actions}>
        <CommandButton
          vehicle={vehicle}
          endpoint={contract.doorUnlock}
          label={t('commands.action.door_unlock')}
          now={word}
          valueText={t('eyesafe.unlocked')}
          text={t('eyesafe.about.door_unlock')}
          locked={refusal === null ? null : t(`eyesafe.refused.${refusal}`)}
          color="orange"
          icon={<IconLockOpen size={16} aria-hidden />}
          onSend={async headers =>
            (await callWithEtag(contract.doorUnlock, { params: { id: vehicle.id } }, headers)).value
          }
        />
      </div>
      {last === undefined ? <SkeletonRows rows={2} /> : <LastCommand command={last} />}
    </section>
  )
}
