// Events of the period as ticks above the slider: alarms and warnings, and below them open doors. Only a picture; the buttons beside it lead from one event
// to the next.

import { palette } from '@flotta/core/palette.ts'
import { SECOND } from '@flotta/core/time.ts'
import { tokens } from '@flotta/ui/theme.ts'
import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { memo, useEffect, useRef } from 'react'
import { alertDefinition } from '../../../alerts/incidents/catalogue.ts'
import classes from './time-machine.module.css'
import type { PastTrack } from './tracks.ts'

const HEIGHT = 18
/** The lanes: top and height, CSS pixels. */
const ALERTS = { top: 0, height: 9 }
const DOORS = { top: 11, height: 6 }
const LEAST = 1.5

export interface TicksProps {
  readonly tracks: readonly PastTrack[]
  /** Epoch ms. */
  readonly from: number
  readonly to: number
}

export const Ticks = memo(function Ticks({ tracks, from, to }: TicksProps) {
  const { ref, width } = useElementSize()
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    const c = canvas.current?.getContext('2d')
    if (canvas.current === null || c === null || c === undefined || width === 0) return
    const ratio = window.devicePixelRatio
    canvas.current.width = Math.round(width * ratio)
    canvas.current.height = HEIGHT * ratio
    c.setTransform(ratio, 0, 0, ratio, 0, 0)
    const x = (seconds: number) => ((seconds * SECOND) / Math.max(1, to - from)) * width
    const tick = (
      stretch: { readonly from: number; readonly to: number | null },
      lane: typeof ALERTS,
    ) => {
      const begin = Math.max(0, x(stretch.from))
      const end = stretch.to === null ? width : Math.min(width, x(stretch.to))
      c.fillRect(begin, lane.top, Math.max(LEAST, end - begin), lane.height)
    }
    c.globalAlpha = 0.55
    c.fillStyle = tokens[scheme]['--flotta-text-quiet']
    for (const { doors } of tracks) for (const door of doors) tick(door, DOORS)
    // An alert may be open for days: its beginning is drawn strongly, the rest faintly.
    for (const severity of [1, 2] as const) {
      c.fillStyle = severity === 2 ? palette.red : palette.yellow
      for (const { alerts } of tracks)
        for (const alert of alerts) {
          if (alertDefinition(alert.alert_id)?.severity !== severity) continue
          c.globalAlpha = 0.04
          tick(alert, ALERTS)
          c.globalAlpha = 1
          if (alert.from >= 0) tick({ from: alert.from, to: alert.from }, ALERTS)
        }
    }
  }, [tracks, from, to, width, scheme])
  return (
    <div ref={ref} className={classes.ticks} style={{ height: HEIGHT }}>
      <canvas ref={canvas} style={{ width: '100%', height: HEIGHT }} aria-hidden />
    </div>
  )
})
