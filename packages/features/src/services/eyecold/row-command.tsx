// The command of a row on the reefers' board: a dialog with the compartment, its setpoint and its switch.
import { query } from '@flotta/ui/api.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../account.tsx'
import type { RowCommandProps } from '../row-command.ts'
import { data, setSetpoint } from './contract.ts'
import { Compartments } from './web/Compartments.tsx'
import { Refusals, Switches } from './web/Unit.tsx'

export default function RowCommand({ vehicle, part }: RowCommandProps) {
  const { t } = useTranslation()
  const may = useMay(setSetpoint)
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  const { plate } = vehicle
  const label =
    part === null || part === 1
      ? t('eyecold.board.command', { plate })
      : t('eyecold.board.command_part', { plate, number: part })
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon aria-label={label} onClick={() => setOpen(true)}>
          <IconAdjustments size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={plate} size={420}>
        {isOpen && <Commands vehicle={vehicle} part={part} />}
      </Dialog>
    </>
  )
}

/** Interval of polling, ms: changes of the device's connection send no event. */
const POLL_MS = 5_000

function Commands({ vehicle, part }: RowCommandProps) {
  const { t } = useTranslation()
  const {
    data: cold,
    error,
    refetch,
  } = useQuery({ ...query(data, { params: { id: vehicle.id } }), refetchInterval: POLL_MS })
  if (cold === undefined)
    return <LoadingRows error={error} onRetry={() => void refetch()} rows={5} />
  return (
    <>
      {cold.fridge === null && <p>{t('eyecold.no_unit')}</p>}
      <Compartments vehicle={vehicle} cold={cold} {...(part !== null && { only: part })} />
      {(part ?? 1) === 1 ? (
        <Switches vehicle={vehicle} cold={cold} />
      ) : (
        <Refusals vehicle={vehicle} cold={cold} />
      )}
    </>
  )
}
