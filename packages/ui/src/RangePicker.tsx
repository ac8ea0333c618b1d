// A picker of a period: common periods at a click, calendars and hours. A period that is too long ends `maxDays` after its start.
import { Button, Group, Popover, type PopoverProps, Stack, Text } from '@mantine/core'
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
/** The picker keeps this many pixels away from the edge of the window. */
const EDGE = 8
const MINUTE = 60_000
/** The z-index of the picker: notices must not cover its buttons. */
const ABOVE_NOTICES = 450
const draftOf = (range: Range): Draft => ({
  days: [day(range.from), day(range.to)],
  from: formatDateTime(range.from, 'time'),
  to: formatDateTime(range.to, 'time'),
})
function rangeOf({ days: [first, last], from, to }: Draft): Range | null {
  if (first === null) return null
  // The period includes the whole last minute.
  const range = {
    from: new Date(`${first}T${from || '00:00'}`).getTime(),
    to: new Date(`${last ?? first}T${to || '23:59'}`).getTime() + MINUTE - 1,
  }
  return Number.isNaN(range.from) || Number.isNaN(range.to) ? null : range
}

/** A dialog under the picker gets the key Esc first. Mantine's dialogs ignore it when the focused element has this attribute. */
const keepEscape = ({ target }: FocusEvent) =>
  target.setAttribute('data-mantine-stop-propagation', 'true')

export interface RangePickerProps {
  readonly value: Range
  readonly onChange: (range: Range) => void
  /** The longest period, in days. */
  readonly maxDays?: number
  readonly label?: string
  readonly disabled?: boolean
  readonly fullWidth?: boolean
}

/** The picker may cover its button, so that all of it stays inside the window. */
const INSIDE_WINDOW: NonNullable<PopoverProps['middlewares']> = {
  flip: true,
  shift: {
    mainAxis: true,
    crossAxis: true,
    padding: EDGE,
    limiter: { fn: ({ x, y }) => ({ x, y }) },
  },
}

/** Whether the picker is open, and its draft, which begins as the period at each opening. */
function usePicker(value: Range, onChange: (range: Range) => void) {
  const [isOpen, setOpened] = useState(false)
  const [draft, setDraft] = useState(() => draftOf(value))
  return {
    opened: isOpen,
    draft,
    setDraft,
    close: () => setOpened(false),
    toggle(open: boolean) {
      if (open) setDraft(draftOf(value))
      setOpened(open)
    },
    apply(range: Range) {
      onChange(range)
      setOpened(false)
    },
  }
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
  const picker = usePicker(value, onChange)
  const { opened, close, toggle } = picker
  useLayer(opened, close)
  const text = `${formatDateTime(value.from)} – ${formatDateTime(value.to)}`
  return (
    <Popover
      opened={opened}
      onChange={toggle}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles
      closeOnEscape={false}
      zIndex={ABOVE_NOTICES}
      middlewares={INSIDE_WINDOW}
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
          aria-label={`${label ?? t('ui.range.period')}: ${text}`}
        >
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        p={0}
        aria-label={label ?? t('ui.range.period')}
        data-layer
        className={classes.dropdown ?? ''}
        onFocus={keepEscape}
      >
        <PeriodPanel value={value} maxDays={maxDays} picker={picker} />
      </Popover.Dropdown>
    </Popover>
  )
}

function PeriodPanel({
  value,
  maxDays,
  picker: { draft, setDraft, apply, close },
}: {
  readonly value: Range
  readonly maxDays: number
  readonly picker: ReturnType<typeof usePicker>
}) {
  const isWide = useMediaQuery('(min-width: 48em)', true) ?? true
  const reference = now()
  return (
    <DatesProvider
      settings={{ locale: currentLanguage(), firstDayOfWeek: 1, consistentWeeks: true }}
    >
      <div className={classes.panes}>
        <Presets
          reference={reference}
          maxDays={maxDays}
          onChoose={range => apply(clampRange(range, reference, maxDays))}
        />
        <DraftFields
          value={value}
          draft={draft}
          onChange={setDraft}
          reference={reference}
          isWide={isWide}
        />
      </div>
      <Footer
        wanted={rangeOf(draft)}
        reference={reference}
        maxDays={maxDays}
        onCancel={close}
        onApply={apply}
      />
    </DatesProvider>
  )
}
function Presets({
  reference,
  maxDays,
  onChoose,
}: {
  readonly reference: number
  readonly maxDays: number
  readonly onChoose: (range: Range) => void
}) {
  const { t } = useTranslation()
  return (
    <ul className={classes.presets}>
      {presets(reference, maxDays).map(({ name, range }) => (
        <li key={name}>
          <button type="button" onClick={() => onChoose(range)}>
            {t(`ui.range.${name}`)}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The calendars and the hours. */
function DraftFields({
  value,
  draft,
  onChange,
  reference,
  isWide,
}: {
  readonly value: Range
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly reference: number
  /** Whether there is room for two months. */
  readonly isWide: boolean
}) {
  const { t } = useTranslation()
  return (
    <Stack gap="sm" p="sm">
      <DatePicker
        type="range"
        allowSingleDateInRange
        size="sm"
        numberOfColumns={isWide ? 2 : 1}
        defaultDate={day(isWide ? value.to - 30 * DAY : value.to)}
        value={[draft.days[0], draft.days[1]]}
        onChange={days => onChange({ ...draft, days })}
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
          onChange={from => onChange({ ...draft, from })}
          hoursInputLabel={t('ui.range.hours')}
          minutesInputLabel={t('ui.range.minutes')}
        />
        <TimePicker
          label={t('ui.range.to')}
          value={draft.to}
          onChange={to => onChange({ ...draft, to })}
          hoursInputLabel={t('ui.range.hours')}
          minutesInputLabel={t('ui.range.minutes')}
        />
      </Group>
    </Stack>
  )
}

/** Says which period would be applied, and applies it. */
function Footer({
  wanted,
  reference,
  maxDays,
  onCancel,
  onApply,
}: {
  /** null while the draft is not a period. */
  readonly wanted: Range | null
  readonly reference: number
  readonly maxDays: number
  readonly onCancel: () => void
  readonly onApply: (range: Range) => void
}) {
  const { t } = useTranslation()
  const allowedRange = wanted === null ? null : clampRange(wanted, reference, maxDays)
  const isShortened =
    wanted !== null &&
    allowedRange !== null &&
    Math.abs(wanted.to - wanted.from) >= maxDays * DAY + MINUTE
  return (
    <div className={classes.foot}>
      <Text size="xs" c="dimmed" role="status" className={classes.said ?? ''}>
        {allowedRange === null
          ? t('ui.range.choose')
          : isShortened
            ? t('ui.range.shortened', { count: maxDays, end: formatDateTime(allowedRange.to) })
            : `${formatDateTime(allowedRange.from)} – ${formatDateTime(allowedRange.to)}`}
      </Text>
      <Group justify="flex-end" gap="sm" wrap="nowrap">
        <Button variant="default" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button
          disabled={allowedRange === null || allowedRange.from >= allowedRange.to}
          onClick={() => allowedRange !== null && onApply(allowedRange)}
        >
          {t('ui.apply')}
        </Button>
      </Group>
    </div>
  )
}
