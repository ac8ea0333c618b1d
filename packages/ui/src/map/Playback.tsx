// Playing a track back: play and pause, speed, a scrubber, and the vehicle on the map at that time.
import { ActionIcon, Group, Select, Slider, Stack, Text, Tooltip } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '../texts.ts'
import { MapMarker } from './Marker.tsx'
import { useStage } from './stage.tsx'
import { afterPause, momentAt, type TrackPoints } from './track-points.ts'

/** How many seconds of the track pass in one second. */
export const playbackSpeeds = [1, 5, 10, 30, 60, 120, 300] as const
const FIRST_SPEED = 60

/** The slider moves by whole seconds. `track` is not empty. */
export function Playback({ track }: { readonly track: TrackPoints }) {
  const { t } = useTranslation()
  const { camera } = useStage()
  const playback = usePlayback(track)
  const { time, isPlaying } = playback
  const moment = momentAt(track, time)

  // The camera moves only when the vehicle leaves the visible part of the map.
  useEffect(() => {
    if (moment !== null && isPlaying) camera.keepSeen(moment.longitude, moment.latitude)
  }, [camera, moment, isPlaying])

  if (moment === null) return null
  return (
    <Stack gap={4} role="group" aria-label={t('ui.playback.title')}>
      <Scrubber playback={playback} />
      <Group gap="sm" wrap="nowrap">
        <PlayButton isPlaying={isPlaying} onToggle={playback.toggle} />
        <Text size="sm" flex={1} className="flotta-figures">
          {formatDateTime(time, 'seconds')}
          <br />
          <b>{formatNumber(moment.speed, { unit: 'km/h' })}</b>
        </Text>
        <Select
          w={88}
          size="sm"
          aria-label={t('ui.playback.speed')}
          allowDeselect={false}
          data={playbackSpeeds.map(speed => ({ value: String(speed), label: `${speed}×` }))}
          value={String(playback.speed)}
          onChange={value => playback.setSpeed(Number(value ?? FIRST_SPEED))}
        />
      </Group>
      {playback.wasUsed && (
        <MapMarker longitude={moment.longitude} latitude={moment.latitude}>
          <span
            className="flotta-playhead"
            style={{ transform: `rotate(${moment.direction}deg)` }}
          />
        </MapMarker>
      )}
    </Stack>
  )
}

interface PlaybackState {
  /** The first and the last moment of the track, and the moment that is shown, in milliseconds. */
  readonly first: number
  readonly last: number
  readonly time: number
  readonly isPlaying: boolean
  readonly speed: number
  /** Whether this track was ever played or scrubbed; before that the vehicle is not shown. */
  readonly wasUsed: boolean
  readonly setSpeed: (speed: number) => void
  readonly toggle: () => void
  readonly scrub: (time: number) => void
}

function usePlayback(track: TrackPoints): PlaybackState {
  const first = track.at[0] ?? 0
  const last = track.at.at(-1) ?? first
  const [time, setTime] = useState(first)
  const [isPlaying, setIsPlaying] = useState(false)
  const [speed, setSpeed] = useState<number>(FIRST_SPEED)
  const [wasUsed, setWasUsed] = useState(false)
  const latest = useRef({ track, time, last })
  latest.current = { track, time, last }

  // Another track starts at its own beginning; a track that only grew goes on.
  useEffect(() => {
    setTime(first)
    setIsPlaying(false)
    setWasUsed(false)
  }, [first])

  useEffect(() => {
    if (!isPlaying) return
    let before = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const { track: points, time: shown, last: end } = latest.current
      const next = Math.min(end, afterPause(points, shown + (now - before) * speed))
      before = now
      setTime(next)
      if (next >= end) setIsPlaying(false)
      else frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, speed])

  return {
    first,
    last,
    time,
    isPlaying,
    speed,
    wasUsed,
    setSpeed,
    toggle: () => {
      setWasUsed(true)
      if (!isPlaying && time >= last) setTime(first)
      setIsPlaying(!isPlaying)
    },
    scrub: to => {
      setWasUsed(true)
      setTime(to)
    },
  }
}

function Scrubber({
  playback: { first, last, time, scrub },
}: {
  readonly playback: PlaybackState
}) {
  const { t } = useTranslation()
  const timeText = (value: number) => formatDateTime(value, 'seconds')
  return (
    <>
      <Slider
        size="md"
        min={first}
        max={Math.max(last, first + 1)}
        step={1000}
        value={time}
        label={timeText}
        thumbLabel={t('ui.playback.time')}
        thumbValueText={timeText}
        onChange={scrub}
      />
      <Group justify="space-between" aria-hidden>
        <Text size="xs" c="dimmed">
          {formatDateTime(first)}
        </Text>
        <Text size="xs" c="dimmed">
          {formatDateTime(last)}
        </Text>
      </Group>
    </>
  )
}

function PlayButton({
  isPlaying,
  onToggle,
}: {
  readonly isPlaying: boolean
  readonly onToggle: () => void
}) {
  const { t } = useTranslation()
  const label = t(isPlaying ? 'ui.playback.pause' : 'ui.playback.play')
  return (
    <Tooltip label={label} position="bottom">
      <ActionIcon
        variant="filled"
        color="blue"
        radius="xl"
        size={40}
        aria-label={label}
        onClick={onToggle}
      >
        {isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      </ActionIcon>
    </Tooltip>
  )
}
