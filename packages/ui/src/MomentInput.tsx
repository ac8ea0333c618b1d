// One moment, to the minute, within the allowed bounds: its day and its time.
import { clockAt, momentAt } from '@flotta/core/zones.ts'
import { Group, Input, type MantineSize } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput } from './DayInput.tsx'

const MINUTE = 60_000
const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Epoch ms; null while the moment is incomplete. `zone`: the time zone of the clock; default: the browser's. */
export function MomentInput({
  label,
  value,
  onChange,
  earliest,
  latest,
  error,
  zone = browserZone(),
  size = 'sm',
}: {
  readonly label: string
  readonly value: number | null
  readonly onChange: (at: number | null) => void
  readonly earliest?: number
  readonly latest?: number
  readonly error?: ReactNode
  readonly zone?: string
  readonly size?: MantineSize
}) {
  const { t } = useTranslation()
  const [day, time, change] = useClockFields({ value, onChange, earliest, zone })
  const dayOf = (at: number) => clockAt(at, zone).slice(0, 10)
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
          value={day}
          onChange={newDay => change(newDay, time)}
          {...(earliest !== undefined && { minDate: dayOf(earliest) })}
          {...(latest !== undefined && { maxDate: dayOf(latest) })}
          size={size}
          style={{ flex: 1 }}
        />
        <TimePicker
          size={size}
          aria-label={`${label}: ${t('ui.time')}`}
          value={time}
          onChange={newTime => change(day, newTime)}
          hoursInputLabel={`${label}: ${t('ui.range.hours')}`}
          minutesInputLabel={`${label}: ${t('ui.range.minutes')}`}
        />
      </Group>
    </Input.Wrapper>
  )
}
/** The day and the time in the fields, even while they are no complete moment. */
function useClockFields({
  value,
  onChange,
  earliest,
  zone,
}: {
  readonly value: number | null
  readonly onChange: (at: number | null) => void
  readonly earliest: number | undefined
  readonly zone: string
}): readonly [day: string, time: string, change: (day: string, time: string) => void] {
  const [fields, setFields] = useState(() => {
    const [day = '', time = ''] = value === null ? [] : clockAt(value, zone).split('T')
    return { day, time }
  })
  const change = (day: string, time: string) => {
    setFields({ day, time })
    const at = day === '' || time === '' ? Number.NaN : momentAt(`${day}T${time}`, zone)
    // A bound may lie within a minute, and then the whole minute is allowed.
    if (Number.isNaN(at)) onChange(null)
    else onChange(earliest !== undefined && at < earliest && at + MINUTE > earliest ? earliest : at)
  }
  return [fields.day, fields.time, change]
}
