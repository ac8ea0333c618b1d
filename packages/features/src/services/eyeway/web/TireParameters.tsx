// The reference values of the tyres, shown and edited in place by the owner's editors.
import { call, query } from '@flotta/ui/api.ts'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors, zodForm } from '@flotta/ui/zod-form.ts'
import { ActionIcon, Stack, Title, Tooltip } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPencil } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Vehicle, vehicleById } from '../../../fleet/vehicles/contract.ts'
import shared from '../../panel.module.css'
import { setTireParameters, TireParametersForm } from '../contract.ts'

/** Placeholders and steps of the fields (eyeway.19, eyeway.20). */
const parameters = [
  { field: 'max_temp', unit: '°C', placeholder: 75, decimals: 0, step: 1 },
  { field: 'nominal_pressure', unit: 'bar', placeholder: 8, decimals: 1, step: 0.1 },
  { field: 'max_pressure', unit: 'bar', placeholder: 8.5, decimals: 1, step: 0.1 },
] as const
type Field = (typeof parameters)[number]['field']

export function TireParameters({
  vehicle,
  mayEdit,
}: {
  readonly vehicle: Vehicle
  readonly mayEdit: boolean
}) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  return (
    <section className={shared.section} aria-label={t('eyeway.parameters')}>
      <div className={shared.line} style={{ marginBottom: 8 }}>
        <Title order={3}>{t('eyeway.parameters')}</Title>
        <span className={shared.grow} />
        {mayEdit && !editing && (
          <Tooltip label={t('ui.list.edit')}>
            <ActionIcon
              aria-label={t('ui.list.edit_of', { name: t('eyeway.parameters') })}
              onClick={() => setEditing(true)}
            >
              <IconPencil size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {editing ? (
        <ParametersForm vehicle={vehicle} onClose={() => setEditing(false)} />
      ) : (
        <div className={shared.grid}>
          {parameters.map(({ field, unit, decimals }) => (
            <Stat
              key={field}
              label={t(`eyeway.parameter.${field}`)}
              value={vehicle.tire_parameters[field]}
              unit={unit}
              decimals={decimals}
            />
          ))}
        </div>
      )}
    </section>
  )
}

interface ParametersFormProps {
  readonly vehicle: Vehicle
  readonly onClose: () => void
}
function ParametersForm({ vehicle, onClose }: ParametersFormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useForm<Record<Field, number | ''>>({
    initialValues: vehicle.tire_parameters,
    validate: zodForm(TireParametersForm),
  })
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: (body: Record<Field, number | ''>) =>
      call(setTireParameters, { params: { id: vehicle.id }, body }),
    onSuccess(tire_parameters) {
      client.setQueryData(
        query(vehicleById, { params: { id: vehicle.id } }).queryKey,
        old => old && { ...old, tire_parameters },
      )
      toast.success(t('eyeway.parameters_saved'))
      onClose()
    },
    onError(error) {
      const fields = fieldErrors(error)
      if (fields !== null) {
        form.setErrors(fields)
        for (const { field } of parameters)
          if (fields[field] !== undefined)
            toast.error(`${t(`eyeway.parameter.${field}`)}: ${fields[field]}`)
      }
      toast.failed(error)
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit(values => save.mutate(values))}>
      <Stack gap="sm">
        {parameters.map(({ field, unit, placeholder, decimals, step }, i) => (
          <NumberField
            key={field}
            {...form.getInputProps(field)}
            autoFocus={i === 0}
            label={t(`eyeway.parameter.${field}`)}
            placeholder={String(placeholder)}
            suffix={` ${unit}`}
            step={step}
            decimals={decimals === 0 ? 1 : 2}
            allowNegative={false}
          />
        ))}
        <FormButtons label={t('ui.list.save')} onCancel={onClose} isPending={save.isPending} />
      </Stack>
    </form>
  )
}
