// The field of one configuration of a vehicle: a number with its unit and range, a choice, or a text; empty means its default, which it shows.
import { DayInput } from '@flotta/ui/DayInput.tsx'
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { defaultOf, type Parameter } from '../catalogue.ts'
import type { VehicleType } from '../values.ts'

interface FieldInput {
  readonly value?: unknown
  readonly error?: React.ReactNode
  readonly onChange: (value: string | number) => void
}
interface ParameterFieldProps {
  readonly parameter: Parameter
  readonly vehicle_type: VehicleType
  readonly input: FieldInput
}
export function ParameterField({ parameter: p, vehicle_type, input }: ParameterFieldProps) {
  const { t } = useTranslation()
  const { shape, parameter } = p
  const label = t(`vehicles.parameter.${parameter}`)
  const usual = defaultOf(p, vehicle_type)
  if (shape.kind === 'switch')
    return <SwitchField parameter={p} usual={usual} shape={shape} input={input} />
  if (shape.kind === 'text')
    return (
      <TextInput
        label={label}
        autoComplete="off"
        maxLength={shape.max}
        value={String(input.value ?? '')}
        error={input.error}
        onChange={e => input.onChange(e.currentTarget.value)}
        {...(shape.example !== undefined && { placeholder: shape.example })}
      />
    )
  if (shape.kind === 'day')
    return (
      <DayInput
        label={label}
        clearable
        clearButtonProps={{ 'aria-label': t('vehicles.no_day') }}
        value={String(input.value ?? '')}
        error={input.error}
        onChange={input.onChange}
      />
    )
  const { min, max, unit, step = 1, decimals = 0 } = shape
  const unitWord = unit === '' ? '' : unit === 'months' ? t('vehicles.months') : unit
  const range = `${formatNumber(min, { decimals: min % 1 === 0 ? 0 : 1 })}–${formatNumber(max)}`
  return (
    <NumberField
      label={label}
      description={[range, unitWord].filter(Boolean).join(' ')}
      placeholder={usual === '' ? t('vehicles.not_set') : t('vehicles.as_usual', { value: usual })}
      value={typeof input.value === 'number' || typeof input.value === 'string' ? input.value : ''}
      error={input.error}
      onChange={input.onChange}
      step={step}
      decimals={decimals}
      allowNegative={min < 0}
      clampBehavior="none"
    />
  )
}

interface SwitchFieldProps {
  readonly parameter: Parameter
  readonly usual: string
  readonly shape: Extract<Parameter['shape'], { readonly kind: 'switch' }>
  readonly input: FieldInput
}
/** On, off, or not set. */
function SwitchField({
  parameter: { parameter, of_company },
  usual,
  shape,
  input,
}: SwitchFieldProps) {
  const { t } = useTranslation()
  const usualLabel = of_company
    ? t('vehicles.as_company')
    : usual === ''
      ? t('vehicles.as_wired')
      : t('vehicles.as_usual', { value: t(usual === shape.on ? 'vehicles.yes' : 'vehicles.no') })
  return (
    <Select
      label={t(`vehicles.parameter.${parameter}`)}
      allowDeselect={false}
      value={String(input.value ?? '')}
      error={input.error}
      onChange={value => input.onChange(value ?? '')}
      data={[
        { value: '', label: usualLabel },
        { value: shape.on, label: t('vehicles.yes') },
        { value: shape.off, label: t('vehicles.no') },
      ]}
    />
  )
}
