// The weekly hours in which an alert holds: days to press, from and to by the clock.
import { ActionIcon, Button, Chip, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './alertparameters.module.css'
import { type Span, usualHours, weekdays } from './form.ts'

const MOST = 14

export interface HoursProps {
  readonly value: readonly Span[] | null
  readonly error?: string | undefined
  readonly onChange: (value: readonly Span[] | null) => void
}
export function Hours({ value, error, onChange }: HoursProps) {
  const { t } = useTranslation()
  const change = (i: number, part: Partial<Span>) => onChange((value ?? []).map((span, n) => (n === i ? { ...span, ...part } : span)))
  return (
    <Stack gap="xs">
      <Switch
        label={t('alertparameters.only_hours')}
        description={t('alertparameters.only_hours_text')}
        checked={value !== null}
        onChange={e => onChange(e.currentTarget.checked ? [{ ...usualHours, n: 0 }] : null)}
      />
      {value?.map((span, i) => (
        <fieldset key={span.n} className={classes.hours} aria-label={t('alertparameters.hours', { count: i + 1 })}>
          <Chip.Group multiple value={span.days.map(String)} onChange={days => change(i, { days: days.map(Number).sort() })}>
            <Group gap={4}>
              {weekdays.map(day => (
                <Chip key={day} size="xs" value={String(day)} aria-label={t(`alertparameters.weekday.${day}`)}>
                  {t(`alertparameters.day.${day}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Group gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              type="time"
              label={t('alertparameters.from')}
              value={span.from}
              onChange={e => change(i, { from: e.currentTarget.value })}
              className={classes.grow ?? ''}
            />
            <TextInput
              type="time"
              label={t('alertparameters.to')}
              value={span.to === '24:00' ? '00:00' : span.to}
              onChange={e => change(i, { to: e.currentTarget.value === '00:00' ? '24:00' : e.currentTarget.value })}
              className={classes.grow ?? ''}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('alertparameters.remove_hours', { count: i + 1 })}
              onClick={() => onChange(value.length === 1 ? null : value.filter((_, n) => n !== i))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        </fieldset>
      ))}
      {error !== undefined && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
      {value !== null && value.length < MOST && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.start ?? ''}
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...value, { ...usualHours, n: 1 + Math.max(...value.map(v => v.n)) }])}
        >
          {t('alertparameters.add_hours')}
        </Button>
      )}
    </Stack>
  )
}
