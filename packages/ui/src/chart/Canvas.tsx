// The drawing of a chart with the needed parts of Chart.js: a chunk of its own, which is loaded with the first chart.
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
  /** Receives a function that returns the picture as a data URL; null when the chart is unmounted. */
  readonly onDrawn?: ((picture: (() => string) | null) => void) | undefined
  /** Receives the area in which values are drawn. */
  readonly onArea?: ((area: Area) => void) | undefined
}) {
  const chart = useRef<Chart | null>(null)
  const { type, scheme } = look
  const background = useRef('')
  background.current = tokens[scheme]['--flotta-surface']
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
    onDrawn?.(() => pictureOf(chart.current, background.current))
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

/** The chart on the background of the theme, because a chart for a dark screen would be unreadable on white paper. */
function pictureOf(chart: Chart | null, background: string): string {
  if (chart === null) return ''
  const picture = document.createElement('canvas')
  picture.width = chart.canvas.width
  picture.height = chart.canvas.height
  const context = picture.getContext('2d')
  if (context === null) return ''
  context.fillStyle = background
  context.fillRect(0, 0, picture.width, picture.height)
  context.drawImage(chart.canvas, 0, 0)
  return picture.toDataURL('image/png')
}
