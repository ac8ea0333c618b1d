// The current driver and since when, with buttons to begin and to end driving.
import { query } from '@flotta/ui/api.ts'
import { formatDateTime, formatDuration } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { Button, Group, Title } from '@mantine/core'
import { IconSteeringWheel, IconSteeringWheelOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { type DriverActivity, setActivity } from '../../../fleet/activities/contract.ts'
import { CardSign } from '../../../fleet/activities/web/CardSign.tsx'
import { EndActivity } from '../../../fleet/activities/web/EndActivity.tsx'
import { StartActivity } from '../../../fleet/activities/web/StartActivity.tsx'
import { drivers } from '../../../fleet/drivers/contract.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import shared from '../../panel.module.css'
import { data, history } from '../contract.ts'

/** `current` null: nobody drives. */
export function CurrentDriver({
  vehicle,
  current,
}: {
  readonly vehicle: Vehicle
  readonly current: DriverActivity | null
}) {
  const { t } = useTranslation()
  const maySet = useMay(setActivity)
  const people = useQuery({ ...query(drivers.all, {}), staleTime: 60_000, enabled: maySet })
  const [starting, setStarting] = useState(false)
  const [ending, setEnding] = useState<DriverActivity | null>(null)
  const client = useQueryClient()
  const close = () => {
    setStarting(false)
    setEnding(null)
    const paths: readonly unknown[] = [data.path, history.path]
    void client.invalidateQueries({ predicate: ({ queryKey: [path] }) => paths.includes(path) })
  }
  return (
    <section className={shared.section} aria-label={t('eyecar.driver')}>
      <Title order={3} mb="xs">
        {t('eyecar.driver')}
      </Title>
      <Group justify="space-between" gap="sm">
        <WhoDrives current={current} />
        {maySet &&
          (current === null ? (
            <Button
              style={{ flex: 'none' }}
              disabled={people.data === undefined}
              onClick={() => setStarting(true)}
            >
              {t('eyecar.start')}
            </Button>
          ) : (
            <Button style={{ flex: 'none' }} variant="default" onClick={() => setEnding(current)}>
              {t('eyecar.end')}
            </Button>
          ))}
      </Group>
      {maySet && (
        <StartActivity
          opened={starting}
          onClose={close}
          drivers={people.data ?? []}
          vehicle={vehicle.id}
        />
      )}
      {maySet && <EndActivity activity={ending} onClose={close} />}
    </section>
  )
}

/** The driver of the vehicle, since when and for how long. */
function WhoDrives({ current }: { readonly current: DriverActivity | null }) {
  const { t } = useTranslation()
  const now = useNow(60)
  return (
    <div className={shared.line} style={{ flex: '1 1 200px' }}>
      {current === null ? (
        <IconSteeringWheelOff size={24} stroke={1.5} aria-hidden color="var(--flotta-text-quiet)" />
      ) : (
        <IconSteeringWheel size={24} stroke={1.5} aria-hidden />
      )}
      <div style={{ minWidth: 0 }}>
        <div className={shared.line} style={{ fontWeight: 600 }}>
          {current === null
            ? t('eyecar.nobody')
            : `${current.driver.name} ${current.driver.surname}`}
          {current?.origin === 'device' && <CardSign />}
        </div>
        {current !== null && (
          <div className={shared.quiet}>
            <div>{t('eyecar.since', { at: formatDateTime(current.period_from) })}</div>
            <div>
              {t('eyecar.for', {
                time: formatDuration((now - Date.parse(current.period_from)) / 1000),
              })}
            </div>
          </div>
        )}
      </div>
    </div>
  )
}
