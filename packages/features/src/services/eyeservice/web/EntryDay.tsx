// A field for the day on which something was done or spent; future days cannot be chosen.
import { DayInput } from '@flotta/ui/DayInput.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export interface EntryDayProps {
  readonly value: string
  readonly today: string
  readonly onChange: (day: string) => void
  readonly error: ReactNode
}
export function EntryDay({ value, today, onChange, error }: EntryDayProps) {
  const { t } = useTranslation()
  return (
    <DayInput
      label={t('eyeservice.date')}
      clearable={false}
      maxDate={today}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
