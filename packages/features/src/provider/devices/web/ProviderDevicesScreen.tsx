// Every tracker of the installation: its vehicle, its connection, and its replacement.
import { query } from '@flotta/ui/api.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import type { CardKind } from '@flotta/ui/resource/card-kind.ts'
import { HeadedCard } from '@flotta/ui/resource/HeadedCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Anchor, Group, Stack, TextInput } from '@mantine/core'
import { IconCpu } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckSteps } from '../../../fleet/vehicles/web/TrackerCheck.tsx'
import { Wiring } from '../../../telemetry/devices/web/Wiring.tsx'
import { WiringPart } from '../../../telemetry/devices/web/WiringPart.tsx'
import { listWords } from '../../area/web/list-words.ts'
import { type PickedVehicle, VehiclePicker } from '../../area/web/VehiclePicker.tsx'
import { check, devices } from '../contract.ts'
import { providedWiring } from './provided-wiring.ts'
import { type ReplacedDevice, Replacement } from './Replacement.tsx'
import { type ConfiguredDevice, SetUp } from './SetUp.tsx'

interface Values {
  readonly identifier: string
  readonly protocol: string
  readonly profile: string
  readonly unit_code: string
  readonly vehicle: PickedVehicle | null
}
const LOOKS_EVERY_MS = 1_000

export default function ProviderDevicesScreen() {
  const { t } = useTranslation()
  const kind = useKind()
  const [replaced, setReplaced] = useState<ReplacedDevice | null>(null)
  const [checked, setChecked] = useState<ListedDevice | null>(null)
  const [wired, setWired] = useState<ListedDevice | null>(null)
  const [configured, setConfigured] = useState<ConfiguredDevice | null>(null)
  return (
    <>
      <ListScreen
        kind={kind}
        mayEdit
        icon={IconCpu}
        words={listWords(t, 'device')}
        columns={[
          { key: 'identifier', label: t('area.identifier'), value: d => d.identifier, width: 1.2 },
          { key: 'plate', label: t('area.vehicle'), value: d => d.plate },
          { key: 'profile', label: t('area.profile'), value: d => d.profile },
          { key: 'protocol', label: t('area.protocol'), value: d => d.protocol },
          {
            key: 'last_seen_at',
            label: t('area.last_seen'),
            value: d => (d.last_seen_at === null ? null : formatDateTime(d.last_seen_at)),
          },
        ]}
        card={card => (
          <HeadedCard
            {...card}
            headOf={d => ({
              name: d.identifier,
              facts: [d.plate, d.profile, t(d.connected ? 'area.connected' : 'area.away')],
            })}
          >
            {card.record && (
              <Links
                device={card.record}
                onCheck={setChecked}
                onWire={setWired}
                onSetUp={setConfigured}
                onReplace={setReplaced}
              />
            )}
          </HeadedCard>
        )}
      />
      {replaced !== null && <Replacement device={replaced} onClose={() => setReplaced(null)} />}
      {configured !== null && <SetUp device={configured} onClose={() => setConfigured(null)} />}
      {wired !== null && <DeviceWiring device={wired} onClose={() => setWired(null)} />}
      {checked !== null && <DeviceCheck device={checked} onClose={() => setChecked(null)} />}
    </>
  )
}

type ListedDevice = ConfiguredDevice & ReplacedDevice & { readonly vehicle_id: number | null }

function Links({
  device,
  onCheck,
  onWire,
  onSetUp,
  onReplace,
}: {
  readonly device: ListedDevice
  readonly onCheck: (device: ListedDevice) => void
  readonly onWire: (device: ListedDevice) => void
  readonly onSetUp: (device: ConfiguredDevice) => void
  readonly onReplace: (device: ReplacedDevice) => void
}) {
  const { t } = useTranslation()
  return (
    <Group gap="md" mt="xs">
      <Anchor component="button" size="sm" onClick={() => onCheck(device)}>
        {t('area.check')}
      </Anchor>
      <Anchor component="button" size="sm" onClick={() => onSetUp(device)}>
        {t('area.configure')}
      </Anchor>
      {device.vehicle_id !== null && (
        <>
          <Anchor component="button" size="sm" onClick={() => onWire(device)}>
            {t('devices.wiring.title')}
          </Anchor>
          <Anchor component="button" size="sm" onClick={() => onReplace(device)}>
            {t('area.replace')}
          </Anchor>
        </>
      )}
    </Group>
  )
}

function DeviceCheck({
  device: { id, identifier, vehicle_id },
  onClose,
}: {
  readonly device: ListedDevice
  readonly onClose: () => void
}) {
  const isMounted = vehicle_id !== null
  const { data } = useQuery({
    ...query(check, { params: { id } }),
    refetchInterval: LOOKS_EVERY_MS,
  })
  return (
    <Dialog onClose={onClose} title={identifier}>
      <Stack gap="md">
        <CheckSteps seen={data} />
        {isMounted && data?.known_at != null && <WiringPart source={providedWiring(id)} />}
      </Stack>
    </Dialog>
  )
}

function DeviceWiring({
  device: { id, identifier },
  onClose,
}: {
  readonly device: ReplacedDevice
  readonly onClose: () => void
}) {
  return (
    <Dialog onClose={onClose} title={identifier}>
      <Wiring source={providedWiring(id)} />
    </Dialog>
  )
}

function useKind(): CardKind<typeof devices, Values> {
  const { t } = useTranslation()
  const labels = {
    identifier: t('area.identifier'),
    protocol: t('area.protocol'),
    profile: t('area.profile'),
    unit_code: t('area.unit_code'),
  }
  const bodyOf = ({ vehicle, protocol, profile, ...values }: Values) => ({
    ...values,
    vehicle_id: vehicle?.id ?? null,
    ...(protocol.trim() !== '' && { protocol: protocol.trim() }),
    ...(profile.trim() !== '' && { profile: profile.trim() }),
  })
  return {
    resource: devices,
    nameOf: device => device.identifier,
    labels,
    removing: t('area.removing_device'),
    toForm: device => ({
      identifier: device?.identifier ?? '',
      protocol: device?.protocol ?? '',
      profile: device?.profile ?? '',
      unit_code: device?.unit_code ?? '',
      vehicle:
        device?.vehicle_id == null ? null : { id: device.vehicle_id, plate: device.plate ?? '' },
    }),
    toBody: bodyOf,
    fields: (form, device) => (
      <>
        {(device === null
          ? (['identifier', 'protocol', 'profile', 'unit_code'] as const)
          : (['unit_code'] as const)
        ).map(field => (
          <TextInput
            key={field}
            {...form.getInputProps(field)}
            label={labels[field]}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        <VehiclePicker
          value={form.values.vehicle}
          onChange={vehicle => form.setFieldValue('vehicle', vehicle)}
          error={form.errors.vehicle_id}
          clearable
        />
      </>
    ),
  }
}
