// The controls of the time machine: play, from alert to alert, speed and day.
import { instantOf, SECOND } from '@flotta/core/time.ts'
import { now } from '@flotta/ui/clock.ts'
import { DayInput } from '@flotta/ui/DayInput.tsx'
import { dayOf } from '@flotta/ui/day.ts'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { ActionIcon, Select, Tooltip } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '@tabler/icons-react'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { FIRST_SPEED, type PlaybackClock, speeds } from './playback-clock.ts'
import classes from './time-machine.module.css'
import type { PastTrack } from './tracks.ts'
import { type Past, startOfDay, useMoment } from './usePast.ts'

/** Interval at which the time in words follows the clock, ms. */
const WORDS_EVERY = 100
/** Interval at which the buttons follow the clock, ms; they depend on the events before and after it. */
const BUTTONS_EVERY = 1_000

interface ControlsProps {
  readonly past: Past
  readonly tracks: readonly PastTrack[]
  readonly onMoment: (at: string) => void
  readonly children: ReactNode
}
export function Controls({ past: { clock, from }, tracks, onMoment, children }: ControlsProps) {
  const { t } = useTranslation()
  const time = useMoment(clock, BUTTONS_EVERY) ?? clock.time
  const isPlaying = useSyncExternalStore(clock.subscribe, () => clock.isPlaying)
  const chosenSpeed = useSyncExternalStore(clock.subscribe, () => clock.speed)
  const events = useMemo(
    () =>
      tracks
        .flatMap(({ alerts }) => alerts.map(alert => from + alert.from * SECOND))
        .filter(at => at >= clock.from && at <= clock.to)
        .sort((a, b) => a - b),
    [tracks, from, clock],
  )
  const after = (moment: number) => events.find(at => at > moment + SECOND)
  const before = (moment: number) => events.findLast(at => at < moment - SECOND)
  const goTo = (at: number | undefined) => {
    clock.pause()
    if (at !== undefined) clock.seek(at)
  }
  return (
    <div className={classes.controls}>
      <Tool
        label={t('time_machine.alert_before')}
        isDisabled={before(time) === undefined}
        onClick={() => goTo(before(clock.time))}
      >
        <IconPlayerTrackPrev size={16} />
      </Tool>
      <Tool
        label={t(isPlaying ? 'ui.playback.pause' : 'ui.playback.play')}
        isMain
        onClick={() => (isPlaying ? clock.pause() : clock.play())}
      >
        {isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      </Tool>
      <Tool
        label={t('time_machine.alert_after')}
        isDisabled={after(time) === undefined}
        onClick={() => goTo(after(clock.time))}
      >
        <IconPlayerTrackNext size={16} />
      </Tool>
      <MomentText clock={clock} />
      <Select
        w={92}
        size="xs"
        aria-label={t('ui.playback.speed')}
        allowDeselect={false}
        data={speeds.map(speed => ({ value: String(speed), label: `${formatNumber(speed)}×` }))}
        value={String(chosenSpeed)}
        onChange={value => clock.setSpeed(Number(value ?? FIRST_SPEED))}
      />
      <DayChoice time={time} onMoment={onMoment} />
      {children}
    </div>
  )
}

/** A component of its own, because it is rendered ten times a second. */
function MomentText({ clock }: { readonly clock: PlaybackClock }) {
  const time = useMoment(clock, WORDS_EVERY) ?? clock.time
  return (
    <time className={classes.time} dateTime={instantOf(time)}>
      {formatDateTime(time, 'seconds')}
    </time>
  )
}

/** Chooses another day at the same time of day. */
function DayChoice({
  time,
  onMoment,
}: {
  readonly time: number
  readonly onMoment: (at: string) => void
}) {
  const { t } = useTranslation()
  const sinceMidnight = time - startOfDay(time)
  const go = (day: number) => onMoment(instantOf(Math.min(now(), day + sinceMidnight)))
  const today = startOfDay(now())
  return (
    <span className={classes.day}>
      <Tool label={t('time_machine.day_before')} onClick={() => go(startOfDay(time, -1))}>
        <IconChevronLeft size={16} />
      </Tool>
      <DayInput
        w={112}
        size="xs"
        aria-label={t('time_machine.day')}
        value={dayOf(time)}
        maxDate={dayOf(today)}
        onChange={day => day !== '' && go(new Date(`${day}T00:00:00`).getTime())}
      />
      <Tool
        label={t('time_machine.day_after')}
        isDisabled={startOfDay(time) >= today}
        onClick={() => go(startOfDay(time, 1))}
      >
        <IconChevronRight size={16} />
      </Tool>
    </span>
  )
}

interface ToolProps {
  readonly label: string
  readonly isMain?: boolean
  readonly isDisabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}
function Tool({ label, isMain = false, isDisabled = false, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isMain ? 'filled' : 'subtle'}
        color={isMain ? 'blue' : 'gray'}
        radius="xl"
        size={isMain ? 36 : 32}
        aria-label={label}
        disabled={isDisabled}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
