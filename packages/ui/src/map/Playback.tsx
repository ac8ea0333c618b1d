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

/** Scrubs by whole seconds. `track` is not empty. */
export function Playback({ track }: { readonly track: TrackPoints }) {
  const { t } = useTranslation()
  const { camera } = useStage()
  const first = track.at[0] ?? 0
  const last = track.at.at(-1) ?? first
  const [time, setTime] = useState(first)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<number>(FIRST_SPEED)
  const [touched, setTouched] = useState(false)
  const latest = useRef({ track, time, last })
  latest.current = { track, time, last }

  // Another track begins at its own beginning; one that only grew goes on.
  useEffect(() => {
    setTime(first)
    setPlaying(false)
    setTouched(false)
  }, [first])

  useEffect(() => {
    if (!playing) return
    let before = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const { track: points, time: at, last: end } = latest.current
      const next = Math.min(end, afterPause(points, at + (now - before) * speed))
      before = now
      setTime(next)
      if (next >= end) setPlaying(false)
      else frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [playing, speed])

  const moment = momentAt(track, time)

  // The camera follows only when the vehicle leaves what is seen.
  useEffect(() => {
    if (moment !== null && playing) camera.keepSeen(moment.longitude, moment.latitude)
  }, [camera, moment, playing])

  if (moment === null) return null
  const label = t(playing ? 'ui.playback.pause' : 'ui.playback.play')
  const toggle = () => {
    setTouched(true)
    if (!playing && time >= last) setTime(first)
    setPlaying(!playing)
  }
  return (
    <Stack gap={4} role="group" aria-label={t('ui.playback.title')}>
      <Slider
        size="md"
        min={first}
        max={Math.max(last, first + 1)}
        step={1000}
        value={time}
        label={value => formatDateTime(value, 'seconds')}
        thumbLabel={t('ui.playback.time')}
        thumbValueText={value => formatDateTime(value, 'seconds')}
        onChange={value => {
          setTouched(true)
          setTime(value)
        }}
      />
      <Group justify="space-between" aria-hidden>
        <Text size="xs" c="dimmed">
          {formatDateTime(first)}
        </Text>
        <Text size="xs" c="dimmed">
          {formatDateTime(last)}
        </Text>
      </Group>
      <Group gap="sm" wrap="nowrap">
        <Tooltip label={label} position="bottom">
          <ActionIcon
            variant="filled"
            color="blue"
            radius="xl"
            size={40}
            aria-label={label}
            onClick={toggle}
          >
            {playing ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
          </ActionIcon>
        </Tooltip>
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
          data={playbackSpeeds.map(n => ({ value: String(n), label: `${n}×` }))}
          value={String(speed)}
          onChange={value => setSpeed(Number(value ?? FIRST_SPEED))}
        />
      </Group>
      {touched && (
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
