// The slider of a day: the browser's own element, moved by the clock without rendering the bar again.
import { formatDateTime } from '@flotta/ui/texts.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlaybackClock } from './playback-clock.ts'
import classes from './time-machine.module.css'

/** Seconds per press of an arrow key. */
const STEP = 60
const WORDS_EVERY = 1_000
const HOUR_MS = 3_600_000
/** Hours between the labels of the scale. */
const SCALE = 3

export function TimeSlider({ clock }: { readonly clock: PlaybackClock }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    let lastWords = Number.NEGATIVE_INFINITY
    const show = () => {
      const slider = input.current
      if (slider === null) return
      slider.value = String(Math.round((clock.time - clock.from) / 1_000))
      // Changing text costs a layout, so while it plays this happens only now and then.
      if (clock.isPlaying && performance.now() - lastWords < WORDS_EVERY) return
      lastWords = performance.now()
      slider.setAttribute('aria-valuetext', formatDateTime(clock.time, 'seconds'))
    }
    show()
    return clock.subscribe(show)
  }, [clock])
  const length = clock.to - clock.from
  const hours: number[] = []
  for (let at = clock.from; at <= clock.to; at += SCALE * HOUR_MS) hours.push(at)
  return (
    <>
      <input
        ref={input}
        className={classes.slider}
        type="range"
        min={0}
        max={Math.max(STEP, Math.round(length / 1_000))}
        step={1}
        aria-label={t('time_machine.moment')}
        onChange={event => clock.seek(clock.from + Number(event.currentTarget.value) * 1_000)}
        onPointerDown={clock.pause}
        onKeyDown={event => {
          const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
          if (way === undefined) return
          event.preventDefault()
          clock.seek(clock.time + way * (event.shiftKey ? 15 : 1) * STEP * 1_000)
        }}
      />
      <div className={classes.scale} aria-hidden>
        {hours.map(at => (
          <span key={at} style={{ left: `${((at - clock.from) / Math.max(1, length)) * 100}%` }}>
            {formatDateTime(at, 'time')}
          </span>
        ))}
      </div>
    </>
  )
}
