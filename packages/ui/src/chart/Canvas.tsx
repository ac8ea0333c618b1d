// The drawing of a chart, and all of Chart.js that is needed for it: a chunk of its own, loaded with the first chart.
import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  DoughnutController,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js'
import { useEffect, useMemo, useRef } from 'react'
import { Chart as Drawing } from 'react-chartjs-2'
import { tokens } from '../theme.ts'
import { type ChartData, isOverTime } from './data.ts'
import { type Area, type Overlay, overlayPlugin } from './overlay-plugin.ts'
import './moment.ts'
import { drawnData, drawnOptions, type Look, valueText } from './options.ts'

Chart.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  DoughnutController,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
)

export default function Canvas({
  data,
  look,
  label,
  onDrawn,
  onArea,
}: {
  readonly data: ChartData
  readonly look: Look
  readonly label: string
  /** Receives a function that answers the picture with its background; null when the picture is gone. */
  readonly onDrawn?: ((picture: (() => string) | null) => void) | undefined
  /** Receives the area in which values are drawn. */
  readonly onArea?: ((area: Area) => void) | undefined
}) {
  const chart = useRef<Chart | null>(null)
  const { type, scheme } = look
  const ground = tokens[scheme]['--flotta-surface']
  const latestGround = useRef(ground)
  latestGround.current = ground
  const overlay = useRef<Overlay | null>(null)
  overlay.current =
    isOverTime(data) && !look.small
      ? { data, scheme, write: value => valueText(value, look) }
      : null
  const plugins = useMemo<Plugin[]>(
    () => [
      overlayPlugin(
        () => overlay.current,
        area => onArea?.(area),
      ),
    ],
    [onArea],
  )
  useEffect(() => {
    onDrawn?.(() => withGround(chart.current, latestGround.current))
    return () => onDrawn?.(null)
  }, [onDrawn])
  return (
    <Drawing
      // A change of the type needs a new chart.
      key={type}
      ref={drawing => {
        chart.current = (drawing as Chart | null | undefined) ?? null
      }}
      type={type}
      data={drawnData(data, look) as never}
      options={drawnOptions(data, look) as never}
      plugins={plugins}
      role="img"
      aria-label={label}
    />
  )
}

/** Adds the background of the theme, because a chart for a dark screen would be unreadable on white paper. */
function withGround(chart: Chart | null, ground: string): string {
  if (chart === null) return ''
  const sheet = document.createElement('canvas')
  sheet.width = chart.canvas.width
  sheet.height = chart.canvas.height
  const pen = sheet.getContext('2d')
  if (pen === null) return ''
  pen.fillStyle = ground
  pen.fillRect(0, 0, sheet.width, sheet.height)
  pen.drawImage(chart.canvas, 0, 0)
  return sheet.toDataURL('image/png')
}
