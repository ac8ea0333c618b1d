// The picture of an area: a square with a gate, or a disc with a star, in its own colour.
import type { Draw } from './drawing.ts'

/** Whether a symbol must be dark to be readable on this colour. */
const isBright = (color: string): boolean => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at =>
    Number.parseInt(color.slice(at, at + 2), 16),
  )
  return red * 0.299 + green * 0.587 + blue * 0.114 > 160
}
const AREA = 20
/** A hub is a square with a gate, a point of interest a disc with a star, each in its own colour. */
export const area =
  (kind: string, color: string): Draw =>
  (c, theme) => {
    const half = AREA / 2
    const shape = (grown: number) => {
      c.beginPath()
      if (kind === 'hub')
        c.roundRect(-half - grown, -half - grown, AREA + 2 * grown, AREA + 2 * grown, 5 + grown)
      else c.arc(0, 0, half + 0.5 + grown, 0, 2 * Math.PI)
    }
    shape(1.5)
    c.fillStyle = theme === 'dark' ? '#c9d1dc' : '#ffffff'
    c.fill()
    shape(0)
    c.fillStyle = color
    c.fill()
    c.strokeStyle = isBright(color) ? '#1a1f27' : '#ffffff'
    c.fillStyle = c.strokeStyle
    c.lineWidth = 1.6
    c.lineJoin = 'round'
    c.lineCap = 'round'
    if (kind === 'hub') {
      c.stroke(new Path2D('M-6 5.5 V-2 L0 -5.5 L6 -2 V5.5 M-3 5.5 V1 H3 V5.5'))
      return
    }
    const points = Array.from({ length: 10 }, (_, i) => {
      const [reach, turn] = [i % 2 === 0 ? 6 : 2.6, (Math.PI * i) / 5 - Math.PI / 2]
      return [reach * Math.cos(turn), reach * Math.sin(turn)] as const
    })
    c.beginPath()
    for (const [x, y] of points) c.lineTo(x, y)
    c.closePath()
    c.fill()
  }
