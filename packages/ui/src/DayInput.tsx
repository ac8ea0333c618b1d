// One day, typed or chosen from a calendar: `YYYY-MM-DD`, '' for none.
import { DateInput, type DateInputProps, DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/de'
import 'dayjs/locale/es'
import 'dayjs/locale/it'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { typedDay } from './day.ts'
import { currentLanguage } from './texts.ts'

export interface DayInputProps extends Omit<DateInputProps, 'value' | 'onChange' | 'defaultValue'> {
  readonly value?: string
  readonly onChange: (day: string) => void
}
export function DayInput({ value = '', onChange, ...more }: DayInputProps) {
  const { t } = useTranslation()
  return (
    <DatesProvider
      settings={{ locale: currentLanguage(), firstDayOfWeek: 1, consistentWeeks: true }}
    >
      <DateInput
        {...more}
        value={value === '' ? null : value}
        onChange={day => onChange(day ?? '')}
        valueFormat="DD/MM/YYYY"
        dateParser={typedDay}
        placeholder={t('ui.day_form')}
        autoComplete="off"
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
