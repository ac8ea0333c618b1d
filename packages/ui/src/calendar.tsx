// The common parts of the calendars for a day and for a period: their language, their format of a day, their icon.
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/de'
import 'dayjs/locale/es'
import 'dayjs/locale/it'
import { DatesProvider } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { currentLanguage } from './texts.ts'

export const CalendarLanguage = ({ children }: { readonly children: ReactNode }) => (
  <DatesProvider settings={{ locale: currentLanguage(), firstDayOfWeek: 1, consistentWeeks: true }}>
    {children}
  </DatesProvider>
)
export const calendarProps = (t: TFunction) =>
  ({
    valueFormat: 'DD/MM/YYYY',
    rightSection: <IconCalendar size={16} aria-hidden />,
    rightSectionPointerEvents: 'none',
    ariaLabels: {
      previousMonth: t('ui.range.previous_month'),
      nextMonth: t('ui.range.next_month'),
    },
  }) as const
