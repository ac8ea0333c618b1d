// The form of a vehicle's record: its data, and its configurations, each with its own type, unit and range.
import { EditCard } from '@flotta/ui/resource/EditCard.tsx'
import { Accordion, ColorInput, Select, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groups } from '../catalogue.ts'
import type { Vehicle } from '../contract.ts'
import { VehicleSubtype, VehicleType } from '../values.ts'
import {
  formParameters,
  schema,
  toBody,
  toForm,
  type VehicleFormValues,
  vehicleResource,
} from './form.ts'
import { ParameterField } from './ParameterField.tsx'

export function VehicleForm({
  vehicle,
  onClose,
}: {
  readonly vehicle: Vehicle
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const kind = useMemo(
    () => ({
      resource: vehicleResource,
      nameOf: (v: Vehicle) => v.plate,
      schema,
      labels: {
        ...Object.fromEntries(
          (['plate', 'serial', 'model', 'color'] as const).map(field => [
            field,
            t(`vehicles.column.${field}`),
          ]),
        ),
        vehicle_type: t('vehicles.column.type'),
        vehicle_subtype: t('vehicles.column.subtype'),
        configurations: t('vehicles.configurations'),
        ...Object.fromEntries(
          formParameters.map(({ parameter }) => [parameter, t(`vehicles.parameter.${parameter}`)]),
        ),
      },
      toForm,
      toBody,
      fields: (form: UseFormReturnType<VehicleFormValues>) => <VehicleFields form={form} />,
    }),
    [t],
  )
  return (
    <EditCard
      form="inline"
      kind={kind}
      record={vehicle}
      editing
      onEdit={() => undefined}
      onClose={onClose}
      mayEdit
      head={null}
    />
  )
}

function VehicleFields({ form }: { readonly form: UseFormReturnType<VehicleFormValues> }) {
  const { t } = useTranslation()
  const [openGroups, setOpened] = useState<string[]>(['driving'])
  const { vehicle_type } = form.values
  const text = (
    field: 'plate' | 'serial' | 'model',
    more: { readonly required?: boolean } = {},
  ) => (
    <TextInput
      {...form.getInputProps(field)}
      label={t(`vehicles.column.${field}`)}
      autoComplete="off"
      withAsterisk={false}
      {...more}
    />
  )
  const formGroups = groups.filter(group => formParameters.some(p => p.group === group))
  // a folded group with an error is opened
  const faulty = formGroups.filter(group =>
    formParameters.some(p => p.group === group && form.errors[p.parameter] !== undefined),
  )
  return (
    <>
      <SimpleGrid cols={2} spacing="sm">
        {text('plate', { required: true })}
        {text('serial')}
        {text('model')}
        <ColorInput
          {...form.getInputProps('color')}
          label={t('vehicles.column.color')}
          format="hex"
          eyeDropperButtonProps={{ 'aria-label': t('vehicles.eye_dropper') }}
        />
        <Select
          label={t('vehicles.column.type')}
          allowDeselect={false}
          data={VehicleType.options.map(value => ({ value, label: t(`vehicles.type.${value}`) }))}
          value={vehicle_type}
          error={form.errors.vehicle_type}
          onChange={value =>
            form.setValues({
              vehicle_type: value as VehicleType,
              ...(value !== 'U' && { vehicle_subtype: '' }),
            })
          }
        />
        {vehicle_type === 'U' && (
          <Select
            label={t('vehicles.column.subtype')}
            clearable
            clearButtonProps={{ 'aria-label': t('vehicles.subtype.none') }}
            placeholder={t('vehicles.subtype.none')}
            data={VehicleSubtype.options
              .filter(value => value !== 'none')
              .map(value => ({ value, label: t(`vehicles.subtype.${value}`) }))}
            value={
              form.values.vehicle_subtype === 'none' || form.values.vehicle_subtype === ''
                ? null
                : form.values.vehicle_subtype
            }
            error={form.errors.vehicle_subtype}
            onChange={value => form.setFieldValue('vehicle_subtype', (value ?? 'none') as never)}
          />
        )}
      </SimpleGrid>
      <Accordion
        multiple
        value={[...new Set([...openGroups, ...faulty])]}
        onChange={setOpened}
        order={3}
        styles={{ control: { paddingInline: 0 }, content: { paddingInline: 0 } }}
      >
        {formGroups.map(group => (
          <Accordion.Item key={group} value={group}>
            <Accordion.Control>{t(`vehicles.group.${group}`)}</Accordion.Control>
            <Accordion.Panel>
              <SimpleGrid cols={2} spacing="sm">
                {formParameters
                  .filter(p => p.group === group)
                  .map(p => (
                    <ParameterField
                      key={p.parameter}
                      parameter={p}
                      vehicle_type={vehicle_type}
                      input={form.getInputProps(p.parameter)}
                    />
                  ))}
              </SimpleGrid>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
  )
}
