// A new vehicle with its tracker, and then what the server sees of it: heard, known, position, ignition, supply, sensors.
import type { CallOf, ReplyOf } from '@flotta/core/contract.ts'
import { messageOf } from '@flotta/ui/api.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { fieldErrors, zodForm } from '@flotta/ui/zod-form.ts'
import {
  Alert,
  Button,
  Group,
  Modal,
  MultiSelect,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { agreementIds } from '../../agreements/contract.ts'
import { create, type check as ownCheck, VehicleType } from '../contract.ts'
import { newPhoneIdentifier, PhoneSetUp, phoneProtocol } from './PhoneSetUp.tsx'

type Body = CallOf<typeof create>['body']
type TrackerCheck = ReplyOf<typeof ownCheck>
/** The tracker of the vehicle, by whose id its check is asked for. */
export interface AddedVehicle {
  readonly id: number
  readonly plate: string
}

export interface AddVehicleProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** What knocked, where it is to become a vehicle's. */
  readonly identifier?: string
  /** Fields before the others, such as the company. */
  readonly children?: ReactNode
  /** Whether those fields are filled in. */
  readonly isReady?: boolean
  /** The services that may be given. */
  readonly services?: readonly number[]
  readonly add: (body: Body) => Promise<AddedVehicle>
  readonly check: (
    vehicle: AddedVehicle,
  ) => Pick<UseQueryOptions<TrackerCheck>, 'queryKey' | 'queryFn'>
}

export function AddVehicle({ opened, onClose, ...body }: AddVehicleProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      closeOnClickOutside={false}
      title={t('vehicles.add.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <AddBody onClose={onClose} {...body} />
    </Modal>
  )
}

function AddBody(props: Omit<AddVehicleProps, 'opened'>) {
  const [added, setAdded] = useState<{ vehicle: AddedVehicle; phone: string | null } | null>(null)
  return added === null ? (
    <AddForm {...props} onAdded={(vehicle, phone) => setAdded({ vehicle, phone })} />
  ) : (
    <Check {...added} check={props.check} onClose={props.onClose} />
  )
}

function AddForm({
  identifier = '',
  children,
  isReady = true,
  services = agreementIds,
  add,
  onAdded,
  onClose,
}: Omit<AddVehicleProps, 'opened' | 'check'> & {
  /** `phone`: the identifier of the phone that is its tracker. */
  readonly onAdded: (vehicle: AddedVehicle, phone: string | null) => void
}) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: {
      plate: '',
      vehicle_type: 'V' as VehicleType,
      model: '',
      device: { identifier, isPhone: false },
      agreements: [] as string[],
    },
    validate: values => zodForm(create.body)(bodyOf(values)),
  })
  const submit = useMutation({
    mutationFn: add,
    meta: { quiet: true },
    onSuccess: vehicle => {
      const { identifier: phone, isPhone } = form.getValues().device
      onAdded(vehicle, isPhone ? phone.trim() : null)
    },
    onError: error => form.setErrors(fieldErrors(error) ?? {}),
  })
  const { isPhone } = form.values.device
  return (
    <form noValidate onSubmit={form.onSubmit(values => submit.mutate(bodyOf(values)))}>
      <Stack gap="md">
        {submit.error !== null && (
          <Alert color="red" role="alert">
            {messageOf(submit.error)}
          </Alert>
        )}
        {children}
        <TextInput
          {...form.getInputProps('plate')}
          label={t('vehicles.column.plate')}
          autoComplete="off"
          autoCapitalize="characters"
          data-autofocus
        />
        <Select
          {...form.getInputProps('vehicle_type')}
          label={t('vehicles.column.type')}
          allowDeselect={false}
          data={VehicleType.options.map(value => ({ value, label: t(`vehicles.type.${value}`) }))}
        />
        <TextInput
          {...form.getInputProps('model')}
          label={t('vehicles.column.model')}
          autoComplete="off"
        />
        {identifier === '' && (
          <SegmentedControl
            aria-label={t('vehicles.add.what')}
            fullWidth
            value={isPhone ? 'phone' : 'tracker'}
            onChange={value =>
              form.setFieldValue('device', {
                identifier: value === 'phone' ? newPhoneIdentifier() : '',
                isPhone: value === 'phone',
              })
            }
            data={[
              { value: 'tracker', label: t('vehicles.add.what_tracker') },
              { value: 'phone', label: t('vehicles.add.what_phone') },
            ]}
          />
        )}
        <TextInput
          {...form.getInputProps('device.identifier')}
          label={t(isPhone ? 'vehicles.add.phone' : 'vehicles.add.tracker')}
          description={t(isPhone ? 'vehicles.add.phone_text' : 'vehicles.add.tracker_text')}
          autoComplete="off"
          inputMode="text"
          spellCheck={false}
        />
        <MultiSelect
          {...form.getInputProps('agreements')}
          label={t('vehicles.add.services')}
          searchable
          data={services.map(id => ({ value: String(id), label: t(`agreements.name.${id}`) }))}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={!isReady} loading={submit.isPending}>
            {t('vehicles.add.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface Values {
  readonly plate: string
  readonly vehicle_type: VehicleType
  readonly model: string
  readonly device: { readonly identifier: string; readonly isPhone: boolean }
  readonly agreements: readonly string[]
}
const bodyOf = ({ plate, vehicle_type, model, device, agreements }: Values): Body => ({
  plate,
  vehicle_type,
  model,
  device:
    device.identifier.trim() === ''
      ? null
      : {
          identifier: device.identifier.trim(),
          ...(device.isPhone && { protocol: phoneProtocol }),
        },
  agreements: agreements.map(Number),
})

const steps = ['heard_at', 'known_at', 'fix_at', 'ignition_at', 'supply_at', 'sensors_at'] as const
const LOOKS_EVERY_MS = 1_000

/** What was seen of the tracker, as it comes. */
export function CheckSteps({ seen }: { readonly seen: TrackerCheck | undefined }) {
  const { t } = useTranslation()
  return (
    <Stack gap={6} component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-live="polite">
      {steps.map(step => {
        const at = seen?.[step] ?? null
        const Mark = at === null ? IconCircleDashed : IconCircleCheck
        return (
          <Group key={step} component="li" gap="sm" wrap="nowrap">
            <Mark
              size={20}
              stroke={1.75}
              color={at === null ? 'var(--flotta-text-quiet)' : 'var(--mantine-color-green-6)'}
              aria-hidden
            />
            <Text size="sm" style={{ flex: 1 }}>
              {t(`vehicles.check.${step}`)}
            </Text>
            <Text size="sm" c="dimmed">
              {at === null ? t('vehicles.check.waiting') : formatDateTime(at, 'time')}
            </Text>
          </Group>
        )
      })}
    </Stack>
  )
}

function Check({
  vehicle,
  phone,
  check,
  onClose,
}: {
  readonly vehicle: AddedVehicle
  readonly phone: string | null
  readonly check: AddVehicleProps['check']
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { data } = useQuery({ ...check(vehicle), refetchInterval: LOOKS_EVERY_MS })
  return (
    <Stack gap="md">
      <Text>{t('vehicles.check.text', { plate: vehicle.plate })}</Text>
      {phone !== null && data?.heard_at == null && <PhoneSetUp identifier={phone} />}
      <CheckSteps seen={data} />
      {phone === null && data?.heard_at == null && (
        <Text size="sm" c="dimmed">
          {t('vehicles.check.hint', { host: location.hostname })}
        </Text>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </Group>
    </Stack>
  )
}
