// Weekly hours: buttons for the days, and a begin and end time.
import type { Hours } from '@flotta/core/schedule.ts'
import { ActionIcon, Button, Chip, Group, Stack, Text } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './HoursInput.module.css'
import { type Span, weekdays } from './hours.ts'

const MOST = 14

export interface HoursInputProps {
  readonly value: readonly Span[]
  readonly error?: string | undefined
  /** The initial hours of an added span. */
  readonly usual: Hours
  readonly onChange: (value: readonly Span[]) => void
}
interface SpanFieldsProps {
  readonly span: Span
  readonly number: number
  readonly onChange: (part: Partial<Span>) => void
  readonly onRemove: () => void
}
/** The days and both times of one span. */
function SpanFields({ span, number, onChange, onRemove }: SpanFieldsProps) {
  const { t } = useTranslation()
  return (
    <fieldset
      data-entry
      className={classes.hours}
      aria-label={t('ui.hours.one', { count: number })}
    >
      <Chip.Group
        multiple
        value={span.days.map(String)}
        onChange={days => onChange({ days: days.map(Number).sort() })}
      >
        <Group gap={4}>
          {weekdays.map(day => (
            <Chip key={day} size="xs" value={String(day)} aria-label={t(`ui.hours.weekday.${day}`)}>
              {t(`ui.hours.day.${day}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <Clock label={t('ui.hours.from')} value={span.from} onChange={from => onChange({ from })} />
        <Clock
          label={t('ui.hours.to')}
          value={span.to === '24:00' ? '00:00' : span.to}
          onChange={to => onChange({ to: to === '00:00' ? '24:00' : to })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('ui.hours.remove', { count: number })}
          onClick={onRemove}
        >
          <IconX size={16} />
        </ActionIcon>
      </Group>
    </fieldset>
  )
}

export function HoursInput({ value, error, usual, onChange }: HoursInputProps) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs">
      {value.map((span, i) => (
        <SpanFields
          key={span.n}
          span={span}
          number={i + 1}
          onChange={part =>
            onChange(value.map((other, n) => (n === i ? { ...other, ...part } : other)))
          }
          onRemove={() => onChange(value.filter((_, n) => n !== i))}
        />
      ))}
      {error !== undefined && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
      {value.length < MOST && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.start ?? ''}
          leftSection={<IconPlus size={14} />}
          onClick={() =>
            onChange([...value, { ...usual, n: 1 + Math.max(-1, ...value.map(v => v.n)) }])
          }
        >
          {t('ui.hours.add')}
        </Button>
      )}
    </Stack>
  )
}

/** 24 hours in every language of the product; a browser's own field would follow the browser's language. */
function Clock({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (time: string) => void
}) {
  const { t } = useTranslation()
  return (
    <TimePicker
      label={label}
      value={value}
      onChange={onChange}
      hoursInputLabel={`${label}: ${t('ui.range.hours')}`}
      minutesInputLabel={`${label}: ${t('ui.range.minutes')}`}
      className={classes.grow ?? ''}
    />
  )
}
