// A picker of a period: common periods at a click, calendars and hours. A period that is too long ends `maxDays` after its start.
import { Button, type ButtonProps, Popover, type PopoverProps } from '@mantine/core'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/de'
import 'dayjs/locale/es'
import 'dayjs/locale/it'
import { IconCalendar } from '@tabler/icons-react'
import { type FocusEvent, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf as day } from './day.ts'
import { useLayer } from './layers.ts'
import { type Draft, PeriodPanel } from './RangePanel.tsx'
import classes from './RangePicker.module.css'
import { DEFAULT_MAX_DAYS, type Range } from './range.ts'
import { formatDateTime } from './texts.ts'

/** The picker keeps this many pixels away from the edge of the window. */
const EDGE = 8
/** The z-index of the picker: notices must not cover its buttons. */
const ABOVE_NOTICES = 450
const draftOf = (range: Range): Draft => ({
  days: [day(range.from), day(range.to)],
  from: formatDateTime(range.from, 'time'),
  to: formatDateTime(range.to, 'time'),
})
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

/** Whether the picker is open, and its draft, which is the current period at each opening. */
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
        <PeriodButton
          label={label ?? t('ui.range.period')}
          value={value}
          onClick={() => toggle(!opened)}
          disabled={disabled}
          fullWidth={fullWidth}
        />
      </Popover.Target>
      <Popover.Dropdown
        p={0}
        aria-label={label ?? t('ui.range.period')}
        data-layer
        className={classes.dropdown ?? ''}
        onFocus={keepEscape}
      >
        <PeriodPanel
          value={value}
          draft={picker.draft}
          maxDays={maxDays}
          onDraft={picker.setDraft}
          onApply={picker.apply}
          onCancel={close}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

interface PeriodButtonProps extends Pick<ButtonProps, 'disabled' | 'fullWidth'> {
  readonly label: string
  readonly value: Range
  readonly onClick: () => void
  readonly ref?: Ref<HTMLButtonElement>
}
/** The popover adds its own properties, by which a screen reader knows what the button opens. */
function PeriodButton({ label, value, ...props }: PeriodButtonProps) {
  const [from, to] = [formatDateTime(value.from), formatDateTime(value.to)]
  return (
    <Button
      variant="default"
      leftSection={<IconCalendar size={16} aria-hidden />}
      justify="flex-start"
      classNames={{ root: classes.shown ?? '', label: classes.written ?? '' }}
      aria-label={`${label}: ${from} – ${to}`}
      {...props}
    >
      <span>
        <span className={classes.moment}>{from} –</span>{' '}
        <span className={classes.moment}>{to}</span>
      </span>
    </Button>
  )
}
