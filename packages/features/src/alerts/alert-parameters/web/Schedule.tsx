// The weekly hours in which an alert is watched; switched off means at all times.
import { HoursInput } from '@flotta/ui/HoursInput.tsx'
import type { Span } from '@flotta/ui/hours.ts'
import { Stack, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usualHours } from './form.ts'

export interface ScheduleProps {
  readonly value: readonly Span[] | null
  readonly error?: string | undefined
  readonly onChange: (value: readonly Span[] | null) => void
}
export function Schedule({ value, error, onChange }: ScheduleProps) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs">
      <Switch
        label={t('alert_parameters.only_hours')}
        description={t('alert_parameters.only_hours_text')}
        checked={value !== null}
        onChange={e => onChange(e.currentTarget.checked ? [{ ...usualHours, n: 0 }] : null)}
      />
      {value !== null && (
        <HoursInput
          value={value}
          error={error}
          usual={usualHours}
          onChange={spans => onChange(spans.length === 0 ? null : spans)}
        />
      )}
    </Stack>
  )
}
