// One moment, to the minute: its day and its time, within what may be chosen.
import { Group, Input } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput } from './DayInput.tsx'
import { dayOf } from './day.ts'
import { formatDateTime } from './texts.ts'

const MINUTE = 60_000

/** Epoch ms; null while it is not whole. */
export function MomentInput({
  label,
  value,
  onChange,
  earliest,
  latest,
  error,
}: {
  readonly label: string
  readonly value: number | null
  readonly onChange: (at: number | null) => void
  readonly earliest?: number
  readonly latest?: number
  readonly error?: ReactNode
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(() => (value === null ? { day: '', time: '' } : { day: dayOf(value), time: formatDateTime(value, 'time') }))
  const change = (next: { readonly day: string; readonly time: string }) => {
    setTyped(next)
    const at = next.day === '' || next.time === '' ? Number.NaN : new Date(`${next.day}T${next.time}`).getTime()
    // a bound lies somewhere in its minute, which is meant whole
    if (Number.isNaN(at)) onChange(null)
    else onChange(earliest !== undefined && at < earliest && at + MINUTE > earliest ? earliest : at)
  }
  return (
    <Input.Wrapper
      component="fieldset"
      label={label}
      labelElement="div"
      error={error}
      style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}
      aria-label={label}
    >
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <DayInput
          aria-label={`${label}: ${t('ui.day')}`}
          value={typed.day}
          onChange={day => change({ ...typed, day })}
          {...(earliest !== undefined && { minDate: dayOf(earliest) })}
          {...(latest !== undefined && { maxDate: dayOf(latest) })}
          style={{ flex: 1 }}
        />
        <TimePicker
          aria-label={`${label}: ${t('ui.time')}`}
          value={typed.time}
          onChange={time => change({ ...typed, time })}
          hoursInputLabel={`${label}: ${t('ui.range.hours')}`}
          minutesInputLabel={`${label}: ${t('ui.range.minutes')}`}
        />
      </Group>
    </Input.Wrapper>
  )
}
