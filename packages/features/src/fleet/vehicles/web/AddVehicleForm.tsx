// The form of a new vehicle: its data, the tracker or phone that reports for it, and its services.
import type { CallOf } from '@flotta/core/contract.ts'
import { FormError } from '@flotta/ui/FormError.tsx'
import { fieldErrors, zodForm } from '@flotta/ui/zod-form.ts'
import {
  Button,
  Group,
  MultiSelect,
  SegmentedControl,
  Select,
  Stack,
  TextInput,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { agreementIds } from '../../agreements/contract.ts'
import { create } from '../contract.ts'
import { VehicleType } from '../values.ts'
import { newPhoneIdentifier, phoneProtocol } from './PhoneSetUp.tsx'
import type { AddedVehicle } from './TrackerCheck.tsx'
import { TrackerNumber } from './TrackerNumber.tsx'

type Body = CallOf<typeof create>['body']

export interface AddVehicleFormProps {
  /** The name of an unclaimed device that becomes the vehicle's tracker. */
  readonly identifier?: string
  /** Fields before the others, such as the company. */
  readonly children?: ReactNode
  /** Another way to add many vehicles at once. */
  readonly many?: ReactNode
  /** Whether the fields in `children` are filled in. */
  readonly isReady?: boolean
  /** The services that may be given. */
  readonly services?: readonly number[]
  readonly add: (body: Body) => Promise<AddedVehicle>
  /** `phone`: the identifier of the phone that is its tracker. */
  readonly onAdded: (vehicle: AddedVehicle, phone: string | null) => void
  readonly onClose: () => void
}

export function AddVehicleForm(props: AddVehicleFormProps) {
  const { identifier = '', children, many, isReady = true, onClose } = props
  const { services = agreementIds } = props
  const { t } = useTranslation()
  const { form, submit } = useNewVehicle(props)
  return (
    <form noValidate onSubmit={form.onSubmit(values => submit.mutate(bodyOf(values)))}>
      <Stack gap="md">
        <FormError error={submit.error} />
        {children}
        {many}
        <VehicleFields form={form} />
        <TrackerFields form={form} isGiven={identifier !== ''} />
        {services.length > 0 && (
          <MultiSelect
            {...form.getInputProps('agreements')}
            label={t('vehicles.add.services')}
            searchable
            data={services.map(id => ({ value: String(id), label: t(`agreements.name.${id}`) }))}
          />
        )}
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

function useNewVehicle({
  identifier = '',
  add,
  onAdded,
}: Pick<AddVehicleFormProps, 'identifier' | 'add' | 'onAdded'>) {
  const form = useForm<Values>({
    initialValues: {
      plate: '',
      vehicle_type: 'V',
      model: '',
      device: { identifier, isPhone: false },
      agreements: [],
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
  return { form, submit }
}

interface FieldsProps {
  readonly form: UseFormReturnType<Values>
}

function VehicleFields({ form }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
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
    </>
  )
}

/** The number of a tracker, or a phone that reports in its place; for an unclaimed device the number is given. */
function TrackerFields({ form, isGiven }: FieldsProps & { readonly isGiven: boolean }) {
  const { t } = useTranslation()
  const { isPhone } = form.values.device
  return (
    <>
      {!isGiven && (
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
      <TrackerNumber
        {...form.getInputProps('device.identifier')}
        label={t(isPhone ? 'vehicles.add.phone' : 'vehicles.add.tracker')}
        description={t(isPhone ? 'vehicles.add.phone_text' : 'vehicles.add.tracker_text')}
        mayScan={!isPhone && !isGiven}
        onNumber={number => form.setFieldValue('device.identifier', number)}
      />
    </>
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
