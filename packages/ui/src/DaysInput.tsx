// A period of days, chosen from a calendar: `YYYY-MM-DD`, null for an end that is not chosen yet.
import { DatePickerInput, type DatePickerInputProps, DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/de'
import 'dayjs/locale/es'
import 'dayjs/locale/it'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from './texts.ts'

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
    <DatesProvider
      settings={{ locale: currentLanguage(), firstDayOfWeek: 1, consistentWeeks: true }}
    >
      <DatePickerInput
        {...more}
        type="range"
        allowSingleDateInRange
        value={[first, last]}
        onChange={onChange}
        valueFormat="DD/MM/YYYY"
        placeholder={`${form} – ${form}`}
        rightSection={<IconCalendar size={16} aria-hidden />}
        rightSectionPointerEvents="none"
        ariaLabels={{
          previousMonth: t('ui.range.previous_month'),
          nextMonth: t('ui.range.next_month'),
        }}
      />
    </DatesProvider>
  )
}
