// One day, typed or chosen in a calendar: `YYYY-MM-DD`, '' for none. What is typed and is no day is said in the field, and its form is not sent.
import { DateInput, type DateInputProps } from '@mantine/dates'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CalendarLanguage, calendarProps } from './calendar.tsx'
import { dayFault, typedDay } from './day.ts'
import { formatDateTime } from './texts.ts'

export interface DayInputProps
  extends Omit<DateInputProps, 'value' | 'onChange' | 'defaultValue' | 'minDate' | 'maxDate'> {
  readonly value?: string
  readonly onChange: (day: string) => void
  readonly minDate?: string
  readonly maxDate?: string
}
export function DayInput({
  value = '',
  onChange,
  minDate,
  maxDate,
  error,
  onBlur,
  ...more
}: DayInputProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  /** What was typed while the field had a day; with another day the field shows that. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly day: string } | null>(null)
  const [isLeft, setLeft] = useState(false)
  /** Another number makes the field anew, which shows its day again. */
  const [round, setRound] = useState(0)
  const fault = typed?.day === value ? dayFault(typed.text, minDate, maxDate) : null
  useUnsentForm(field, fault !== null, () => setLeft(true))
  return (
    <CalendarLanguage>
      <DateInput
        key={round}
        {...more}
        {...(minDate !== undefined && { minDate })}
        {...(maxDate !== undefined && { maxDate })}
        ref={field}
        value={value === '' ? null : value}
        onChange={day => {
          setTyped(null)
          // A day that is chosen again changes nothing, so the text would stay.
          if (fault !== null && day === value) setRound(round + 1)
          onChange(day ?? '')
        }}
        onInput={event => setTyped({ text: event.currentTarget.value, day: value })}
        onBlur={event => {
          setLeft(true)
          onBlur?.(event)
        }}
        fixOnBlur={fault === null}
        error={
          fault !== null && isLeft ? t(`ui.day_fault.${fault}`, limits(minDate, maxDate)) : error
        }
        {...calendarProps(t)}
        dateParser={typedDay}
        placeholder={t('ui.day_form')}
        autoComplete="off"
      />
    </CalendarLanguage>
  )
}

const dayText = (day: string | undefined): string =>
  day === undefined ? '' : formatDateTime(`${day.slice(0, 10)}T12:00:00`, 'date')
const limits = (minDate: string | undefined, maxDate: string | undefined) => ({
  from: dayText(minDate),
  to: dayText(maxDate),
})

/** Holds back the form of a field while the field has a fault. It listens before every handler of the form. */
function useUnsentForm(
  field: RefObject<HTMLInputElement | null>,
  isFaulty: boolean,
  onTry: () => void,
): void {
  const latest = useRef(onTry)
  latest.current = onTry
  useEffect(() => {
    const form = isFaulty ? field.current?.form : null
    const refuse = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      latest.current()
      field.current?.focus()
    }
    form?.addEventListener('submit', refuse, { capture: true })
    return () => form?.removeEventListener('submit', refuse, { capture: true })
  }, [field, isFaulty])
}
