// The number fields of an alert's parameters: the threshold, the value at which the alert ends, and how long the state must last.
import { NumberField } from '@flotta/ui/NumberField.tsx'
import { formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { useTranslation } from 'react-i18next'
import type { AlertParameters } from '../contract.ts'
import type { Draft } from './form.ts'
import type { FieldErrors } from './useParametersForm.ts'

type Settable = AlertParameters['settable']
type Threshold = NonNullable<Settable['threshold']>
interface FieldProps {
  readonly draft: Draft
  readonly errors: FieldErrors
  readonly change: (part: Partial<Draft>) => void
}
const number = { decimals: 2, clampBehavior: 'none' as const, hideControls: true }
const unitOf = ({ unit }: Threshold) => (unit === '' ? '' : ` ${unit}`)
const decimalsOf = (step: number): { decimals?: number } => (step % 1 === 0 ? {} : { decimals: 1 })

/** The placeholder of an empty field: the usual value, which is then in force. */
function useUsualText() {
  const { t } = useTranslation()
  return (value: number | null | undefined, format: (value: number) => string): string =>
    value === null || value === undefined
      ? t('alert_parameters.not_set')
      : t('alert_parameters.as_usual', { value: format(value) })
}

export function ThresholdField({
  threshold,
  draft,
  errors,
  change,
}: FieldProps & { readonly threshold: Threshold }) {
  const { t } = useTranslation()
  const usualText = useUsualText()
  const unit = unitOf(threshold)
  return (
    <NumberField
      {...number}
      label={t('alert_parameters.threshold')}
      description={t('alert_parameters.range', {
        least: formatNumber(threshold.least, decimalsOf(threshold.step)),
        most: formatNumber(threshold.most),
        unit,
      })}
      placeholder={usualText(threshold.default, value => `${formatNumber(value)}${unit}`)}
      suffix={unit}
      step={threshold.step}
      value={draft.threshold}
      error={errors.threshold}
      onChange={value => change({ threshold: value })}
    />
  )
}

export function ClearField({
  threshold,
  clear,
  draft,
  errors,
  change,
}: FieldProps & {
  readonly threshold: Threshold
  readonly clear: NonNullable<Settable['clear']>
}) {
  const { t } = useTranslation()
  return (
    <NumberField
      {...number}
      label={t(`alert_parameters.clear.${clear}`)}
      description={t('alert_parameters.clear_text')}
      placeholder={t('alert_parameters.at_threshold')}
      suffix={unitOf(threshold)}
      step={threshold.step}
      value={draft.clear}
      error={errors.clear}
      onChange={value => change({ clear: value })}
    />
  )
}

/** People type minutes; the server stores seconds. */
export function DwellField({
  dwell,
  draft,
  errors,
  change,
}: FieldProps & { readonly dwell: NonNullable<Settable['dwell_s']> }) {
  const { t } = useTranslation()
  const usualText = useUsualText()
  const formatDwell = (seconds: number): string => {
    if (seconds === 0) return t('alert_parameters.at_once')
    return seconds < 60 ? `${seconds} s` : formatDuration(seconds)
  }
  return (
    <NumberField
      {...number}
      label={t('alert_parameters.dwell')}
      description={t('alert_parameters.dwell_text')}
      placeholder={usualText(dwell.default, formatDwell)}
      suffix=" min"
      allowNegative={false}
      max={dwell.most / 60}
      clampBehavior="blur"
      value={typeof draft.dwell_s === 'number' ? draft.dwell_s / 60 : draft.dwell_s}
      error={errors.dwell_s}
      onChange={value =>
        change({ dwell_s: typeof value === 'number' ? Math.round(value * 60) : value })
      }
    />
  )
}
