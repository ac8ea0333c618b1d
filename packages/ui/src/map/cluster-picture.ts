// The picture of a cluster: a ring with the shares of the statuses.

import { type Draw, discColor, ringColor } from './drawing.ts'
import type { MapTheme } from './style.ts'

/** Diameters of a cluster by the number of its vehicles, CSS pixels. */
export const CLUSTER_SIZES = [32, 38, 44, 52] as const
const CLUSTER_PARTS = 8
const surface: Readonly<Record<MapTheme, string>> = { light: '#ffffff', dark: '#1b1f26' }

/** A ring with the shares of the statuses (eighths of connected and standby, the rest disconnected), with a dot inside for the worst alert. */
export const cluster =
  (connected: number, standby: number, ring: 0 | 1 | 2, diameter: number): Draw =>
  (c, theme) => {
    const radius = diameter / 2
    c.beginPath()
    c.arc(0, 0, radius, 0, 2 * Math.PI)
    c.fillStyle = surface[theme]
    c.fill()
    const shares = [
      [connected, discColor[1]],
      [standby, discColor[0]],
      [CLUSTER_PARTS - connected - standby, discColor[2]],
    ] as const
    let from = -Math.PI / 2
    c.lineWidth = 4.5
    for (const [parts, color] of shares) {
      if (parts <= 0) continue
      const to = from + (2 * Math.PI * parts) / CLUSTER_PARTS
      c.beginPath()
      c.arc(0, 0, radius - 3, from, to)
      c.strokeStyle = color
      c.stroke()
      from = to
    }
    if (ring === 0) return
    const at = (radius - 3) * Math.SQRT1_2
    c.beginPath()
    c.arc(at, -at, 7, 0, 2 * Math.PI)
    c.fillStyle = surface[theme]
    c.fill()
    c.beginPath()
    c.arc(at, -at, 5.5, 0, 2 * Math.PI)
    c.fillStyle = ringColor[ring]
    c.fill()
  }
