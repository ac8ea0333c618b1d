// Choosing a period: usual ones at a click, two calendars, hours by hand. A period that is too long ends at start + maxDays.
import { Button, Group, Popover, Stack, Text } from '@mantine/core'
import { DatePicker, DatesProvider, TimePicker } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/de'
import 'dayjs/locale/es'
import 'dayjs/locale/it'
import { IconCalendar } from '@tabler/icons-react'
import { type FocusEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { now } from './clock.ts'
import { dayOf as day } from './day.ts'
import { useLayer } from './layers.ts'
import classes from './RangePicker.module.css'
import { clampRange, DAY, DEFAULT_MAX_DAYS, earliest, presets, type Range } from './range.ts'
import { currentLanguage, formatDateTime } from './texts.ts'

interface Draft {
  /** YYYY-MM-DD */
  readonly days: readonly [string | null, string | null]
  /** HH:mm */
  readonly from: string
  readonly to: string
}
/** Pixels between the picker and the window's edge. */
const EDGE = 8
const MINUTE = 60_000
const ABOVE_NOTICES = 450
const draftOf = (range: Range): Draft => ({
  days: [day(range.from), day(range.to)],
  from: formatDateTime(range.from, 'time'),
  to: formatDateTime(range.to, 'time'),
})
function rangeOf({ days: [first, last], from, to }: Draft): Range | null {
  if (first === null) return null
  // The last minute is meant whole.
  const range = {
    from: new Date(`${first}T${from || '00:00'}`).getTime(),
    to: new Date(`${last ?? first}T${to || '23:59'}`).getTime() + MINUTE - 1,
  }
  return Number.isNaN(range.from) || Number.isNaN(range.to) ? null : range
}

/** A dialog under the picker hears Esc first, and leaves it to what carries this sign. */
const keepEscape = ({ target }: FocusEvent) =>
  target.setAttribute('data-mantine-stop-propagation', 'true')

export interface RangePickerProps {
  readonly value: Range
  readonly onChange: (range: Range) => void
  /** Longest period, days. */
  readonly maxDays?: number
  readonly label?: string
  readonly disabled?: boolean
  readonly fullWidth?: boolean
}

export function RangePicker({
  value,
  onChange,
  maxDays = DEFAULT_MAX_DAYS,
  label,
  disabled = false,
  fullWidth = false,
}: RangePickerProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [draft, setDraft] = useState(() => draftOf(value))
  const wide = useMediaQuery('(min-width: 48em)', true) ?? true
  const reference = now()
  const wanted = rangeOf(draft)
  const allowed = wanted === null ? null : clampRange(wanted, reference, maxDays)
  const shortened =
    wanted !== null &&
    allowed !== null &&
    Math.abs(wanted.to - wanted.from) >= maxDays * DAY + MINUTE
  useLayer(opened, () => setOpened(false))
  const toggle = (open: boolean) => {
    if (open) setDraft(draftOf(value))
    setOpened(open)
  }
  const apply = (range: Range) => {
    onChange(range)
    setOpened(false)
  }
  const written = `${formatDateTime(value.from)} – ${formatDateTime(value.to)}`
  return (
    <Popover
      opened={opened}
      onChange={toggle}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles
      closeOnEscape={false}
      // Notices must not lie over what the person is about to press.
      zIndex={ABOVE_NOTICES}
      // Rather over its button than beyond the window.
      middlewares={{
        flip: true,
        shift: {
          mainAxis: true,
          crossAxis: true,
          padding: EDGE,
          limiter: { fn: ({ x, y }) => ({ x, y }) },
        },
      }}
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconCalendar size={16} aria-hidden />}
          onClick={() => toggle(!opened)}
          disabled={disabled}
          fullWidth={fullWidth}
          justify="flex-start"
          classNames={{ root: classes.shown ?? '', label: classes.written ?? '' }}
          aria-label={`${label ?? t('ui.range.period')}: ${written}`}
        >
          {written}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        p={0}
        aria-label={label ?? t('ui.range.period')}
        data-layer
        className={classes.dropdown ?? ''}
        onFocus={keepEscape}
      >
        <DatesProvider
          settings={{ locale: currentLanguage(), firstDayOfWeek: 1, consistentWeeks: true }}
        >
          <div className={classes.panes}>
            <ul className={classes.presets}>
              {presets(reference, maxDays).map(({ name, range }) => (
                <li key={name}>
                  <button
                    type="button"
                    onClick={() => apply(clampRange(range, reference, maxDays))}
                  >
                    {t(`ui.range.${name}`)}
                  </button>
                </li>
              ))}
            </ul>
            <Stack gap="sm" p="sm">
              <DatePicker
                type="range"
                allowSingleDateInRange
                size="sm"
                numberOfColumns={wide ? 2 : 1}
                defaultDate={day(wide ? value.to - 30 * DAY : value.to)}
                value={[draft.days[0], draft.days[1]]}
                onChange={days => setDraft({ ...draft, days })}
                minDate={day(earliest(reference))}
                maxDate={day(reference)}
                ariaLabels={{
                  previousMonth: t('ui.range.previous_month'),
                  nextMonth: t('ui.range.next_month'),
                }}
              />
              <Group gap="md" align="flex-end">
                <TimePicker
                  label={t('ui.range.from')}
                  value={draft.from}
                  onChange={from => setDraft({ ...draft, from })}
                  hoursInputLabel={t('ui.range.hours')}
                  minutesInputLabel={t('ui.range.minutes')}
                />
                <TimePicker
                  label={t('ui.range.to')}
                  value={draft.to}
                  onChange={to => setDraft({ ...draft, to })}
                  hoursInputLabel={t('ui.range.hours')}
                  minutesInputLabel={t('ui.range.minutes')}
                />
              </Group>
            </Stack>
          </div>
          <div className={classes.foot}>
            <Text size="xs" c="dimmed" role="status" className={classes.said ?? ''}>
              {allowed === null
                ? t('ui.range.choose')
                : shortened
                  ? t('ui.range.shortened', { count: maxDays, end: formatDateTime(allowed.to) })
                  : `${formatDateTime(allowed.from)} – ${formatDateTime(allowed.to)}`}
            </Text>
            <Group justify="flex-end" gap="sm" wrap="nowrap">
              <Button variant="default" onClick={() => setOpened(false)}>
                {t('ui.cancel')}
              </Button>
              <Button
                disabled={allowed === null || allowed.from >= allowed.to}
                onClick={() => allowed !== null && apply(allowed)}
              >
                {t('ui.apply')}
              </Button>
            </Group>
          </div>
        </DatesProvider>
      </Popover.Dropdown>
    </Popover>
  )
}
