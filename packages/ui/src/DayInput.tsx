// One day, typed or chosen in a calendar: `YYYY-MM-DD`, '' for none.
import { DateInput, type DateInputProps } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { CalendarLanguage, calendarProps } from './calendar.tsx'
import { typedDay } from './day.ts'

export interface DayInputProps extends Omit<DateInputProps, 'value' | 'onChange' | 'defaultValue'> {
  readonly value?: string
  readonly onChange: (day: string) => void
}
export function DayInput({ value = '', onChange, ...more }: DayInputProps) {
  const { t } = useTranslation()
  return (
    <CalendarLanguage>
      <DateInput
        {...more}
        value={value === '' ? null : value}
        onChange={day => onChange(day ?? '')}
        {...calendarProps(t)}
        dateParser={typedDay}
        placeholder={t('ui.day_form')}
        autoComplete="off"
      />
    </CalendarLanguage>
  )
}
