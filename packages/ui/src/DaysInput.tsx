// A period of days, chosen in a calendar: `YYYY-MM-DD`, null for an end that is not chosen yet.
import { DatePickerInput, type DatePickerInputProps } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { CalendarLanguage, calendarProps } from './calendar.tsx'

export type Days = readonly [first: string | null, last: string | null]
export interface DaysInputProps
  extends Pick<DatePickerInputProps<'range'>, 'label' | 'minDate' | 'maxDate' | 'error'> {
  readonly value: Days
  readonly onChange: (days: Days) => void
}
export function DaysInput({ value: [first, last], onChange, ...more }: DaysInputProps) {
  const { t } = useTranslation()
  const form = t('ui.day_form')
  return (
    <CalendarLanguage>
      <DatePickerInput
        {...more}
        type="range"
        allowSingleDateInRange
        value={[first, last]}
        onChange={onChange}
        {...calendarProps(t)}
        placeholder={`${form} – ${form}`}
      />
    </CalendarLanguage>
  )
}
