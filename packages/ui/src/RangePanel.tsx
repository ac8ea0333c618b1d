// The content of a period picker: common periods at a click, calendars and hours, and the period that would be applied.
import { Button, Group, Stack, Text } from '@mantine/core'
import { DatePicker, DatesProvider, TimePicker } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/de'
import 'dayjs/locale/es'
import 'dayjs/locale/it'
import { useTranslation } from 'react-i18next'
import { now } from './clock.ts'
import { dayOf as day } from './day.ts'
import classes from './RangePicker.module.css'
import { clampRange, DAY, earliest, longestEnd, presets, type Range } from './range.ts'
import { currentLanguage, formatDateTime } from './texts.ts'

export interface Draft {
  /** YYYY-MM-DD */
  readonly days: readonly [string | null, string | null]
  /** HH:mm */
  readonly from: string
  readonly to: string
}
const MINUTE = 60_000
function rangeOf({ days: [first, last], from, to }: Draft): Range | null {
  if (first === null) return null
  // The period includes the whole last minute.
  const range = {
    from: new Date(`${first}T${from || '00:00'}`).getTime(),
    to: new Date(`${last ?? first}T${to || '23:59'}`).getTime() + MINUTE - 1,
  }
  return Number.isNaN(range.from) || Number.isNaN(range.to) ? null : range
}

export function PeriodPanel({
  value,
  draft,
  maxDays,
  onDraft,
  onApply,
  onCancel,
}: {
  readonly value: Range
  readonly draft: Draft
  readonly maxDays: number
  readonly onDraft: (draft: Draft) => void
  readonly onApply: (range: Range) => void
  readonly onCancel: () => void
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
          onChoose={range => onApply(clampRange(range, reference, maxDays))}
        />
        <DraftFields
          value={value}
          draft={draft}
          onChange={onDraft}
          reference={reference}
          isWide={isWide}
        />
      </div>
      <Footer
        wanted={rangeOf(draft)}
        reference={reference}
        maxDays={maxDays}
        onCancel={onCancel}
        onApply={onApply}
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
  /** Whether there is space for two months. */
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

/** Shows the period that would be applied, and applies it. */
function Footer({
  wanted,
  reference,
  maxDays,
  onCancel,
  onApply,
}: {
  /** null while the draft is no valid period. */
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
    Math.max(wanted.from, wanted.to) - MINUTE >=
      longestEnd(Math.min(wanted.from, wanted.to), maxDays)
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
