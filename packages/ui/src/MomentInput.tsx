// One moment, to the minute: its day and its time, within what may be chosen.
import { clockAt, momentAt } from '@flotta/core/zones.ts'
import { Group, Input, type MantineSize } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput } from './DayInput.tsx'

const MINUTE = 60_000
const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Epoch ms; null while it is not whole. `zone`: whose clocks are meant; left out: the browser's. */
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
  const clockOf = (at: number) => {
    const [day = '', time = ''] = clockAt(at, zone).split('T')
    return { day, time }
  }
  const [typed, setTyped] = useState(() =>
    value === null ? { day: '', time: '' } : clockOf(value),
  )
  const change = (next: { readonly day: string; readonly time: string }) => {
    setTyped(next)
    const at =
      next.day === '' || next.time === '' ? Number.NaN : momentAt(`${next.day}T${next.time}`, zone)
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
          {...(earliest !== undefined && { minDate: clockOf(earliest).day })}
          {...(latest !== undefined && { maxDate: clockOf(latest).day })}
          size={size}
          style={{ flex: 1 }}
        />
        <TimePicker
          size={size}
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
