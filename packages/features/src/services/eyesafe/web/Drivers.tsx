// The authorised drivers: active ones with a card or key. Read when the dialog opens.
import { query } from '@flotta/ui/api.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { useIsIdle } from '@flotta/ui/idle.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, Group } from '@mantine/core'
import { IconUser, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import shared from '../../panel.module.css'
import { authorizedDrivers } from '../contract.ts'

export function Drivers({
  vehicle,
  isOpen,
  onClose,
}: {
  readonly vehicle: Pick<Vehicle, 'id' | 'plate'>
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    ...query(authorizedDrivers, { params: { id: vehicle.id } }),
    enabled: isOpen,
  })
  useEffect(() => {
    if (isOpen && error !== null) toast.error(t('eyesafe.drivers_failed'), { id: 'drivers' })
  }, [isOpen, error, t])
  const isPageIdle = useIsIdle()
  if (!isOpen && !isPageIdle) return null
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t('eyesafe.drivers_of', { plate: vehicle.plate })}
    >
      {data === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={4} />
      ) : data.length === 0 ? (
        <Empty
          icon={IconUsers}
          title={t('eyesafe.no_drivers')}
          text={t('eyesafe.no_drivers_text')}
        />
      ) : (
        <ul aria-label={t('eyesafe.drivers')}>
          {data.map(({ id, name, surname }) => (
            <li key={id} className={shared.row}>
              <IconUser size={16} aria-hidden />
              {name} {surname}
            </li>
          ))}
        </ul>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </Group>
    </Dialog>
  )
}
