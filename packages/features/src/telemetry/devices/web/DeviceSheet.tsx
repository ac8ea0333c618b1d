// One device: its newest values, and links to its vehicle.
import { query } from '@flotta/ui/api.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { formatDateTime, formatRelative } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { Alert, Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconAlertTriangle, IconMap2, IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { PhoneSetUp, phoneProtocol } from '../../../fleet/vehicles/web/PhoneSetUp.tsx'
import { type Device, devices, setWiring } from '../contract.ts'
import { ownWiring } from './own-wiring.ts'
import { WiringPart } from './WiringPart.tsx'

export function DeviceSheet({
  id,
  onClose,
}: {
  readonly id: number | undefined
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    ...query(devices.one, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    refetchInterval: 30_000,
  })
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      size="lg"
      title={data?.plate ?? t('devices.one')}
    >
      {data === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={6} />
      ) : (
        <Body device={data} />
      )}
    </Dialog>
  )
}

function Body({ device }: DeviceProps) {
  const mayWire = useMay(setWiring)
  return (
    <Stack gap="md">
      <Warning device={device} />
      <Figures device={device} />
      {mayWire && <WiringPart source={ownWiring(device.id)} />}
      <Ways device={device} />
    </Stack>
  )
}

interface DeviceProps {
  readonly device: Device
}

/** Warns that the device never sent anything, or that it is silent. */
function Warning({ device }: DeviceProps) {
  const { t } = useTranslation()
  const now = useNow()
  const { message_datetime, silent_since } = device
  const every = t('devices.every', { count: device.reporting_interval })
  return message_datetime === null ? (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('devices.never')}>
      {t('devices.never_text')}
    </Alert>
  ) : (
    silent_since !== null && (
      <Alert
        color="yellow"
        icon={<IconAlertTriangle aria-hidden />}
        title={t('devices.silent_title', { age: formatRelative(message_datetime, now) })}
      >
        {t('devices.silent_text', { every, since: formatDateTime(silent_since) })}
      </Alert>
    )
  )
}

function Figures({ device }: DeviceProps) {
  const { t } = useTranslation()
  const { message_datetime, last_seen_at } = device
  const every = t('devices.every', { count: device.reporting_interval })
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="md" verticalSpacing="md">
      <Stat label={t('devices.unit_code')} value={device.unit_code} />
      <Stat label="IMEI" value={device.imei} />
      <Stat label={t('devices.profile')} value={device.profile} />
      <Stat label={t('devices.status')} value={t(`ui.status.${device.status}`)} />
      <Stat
        label={t('devices.last_seen')}
        value={last_seen_at === null ? null : formatDateTime(last_seen_at, 'seconds')}
        at={last_seen_at}
      />
      <Stat
        label={t('devices.last_message')}
        value={message_datetime === null ? null : formatDateTime(message_datetime, 'seconds')}
        at={message_datetime}
      />
      <Stat label={t('devices.messages_today')} value={device.messages_today} decimals={0} />
      <Stat label={t('devices.interval')} value={every} />
      <Stat
        label={t('devices.signal')}
        value={
          device.gsm_signal === null ? null : t('devices.of_five', { value: device.gsm_signal })
        }
        why={t('devices.not_reported')}
      />
      <Stat
        label={t('devices.external_voltage')}
        value={device.external_voltage}
        unit="V"
        decimals={1}
        why={t('devices.no_power')}
      />
      <Stat
        label={t('devices.battery_voltage')}
        value={device.battery_voltage}
        unit="V"
        decimals={1}
        why={t('devices.no_power')}
      />
      <Stat
        label={t('devices.battery_capacity')}
        value={device.battery_capacity}
        unit="%"
        decimals={0}
        why={t('devices.no_power')}
      />
      <Stat label={t('devices.firmware')} value={device.firmware} why={t('devices.no_firmware')} />
      <Stat label={t('devices.mounted_from')} value={formatDateTime(device.mounted_from, 'date')} />
      <Stat label={t('devices.model')} value={device.model} why={t('devices.no_model')} />
    </SimpleGrid>
  )
}

/** Buttons that lead on: the code to scan for a phone, and the vehicle on the map. */
function Ways({ device }: DeviceProps) {
  const { t } = useTranslation()
  const [isPhoneShown, setPhoneShown] = useState(false)
  return (
    <>
      {isPhoneShown && <PhoneSetUp identifier={device.imei} />}
      <Group justify="flex-end">
        {device.protocol === phoneProtocol && (
          <Button
            variant="default"
            aria-expanded={isPhoneShown}
            onClick={() => setPhoneShown(!isPhoneShown)}
            leftSection={<IconQrcode size={16} aria-hidden />}
          >
            {t('vehicles.phone.title')}
          </Button>
        )}
        <Button
          component={Link}
          to="/global-map"
          search={{ v: device.vehicle_id } as never}
          leftSection={<IconMap2 size={16} aria-hidden />}
        >
          {t('devices.on_map')}
        </Button>
      </Group>
    </>
  )
}
