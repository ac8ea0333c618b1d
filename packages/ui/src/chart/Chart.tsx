// A chart: line, bars, pie or doughnut, in the reader's theme and language; the same as a table for those who do not see it, as a picture and as a sheet.
import {
  ActionIcon,
  Menu,
  ScrollArea,
  Skeleton,
  Tooltip,
  useComputedColorScheme,
} from '@mantine/core'
import { useElementSize, useMergedRef, useReducedMotion } from '@mantine/hooks'
import {
  IconChartBar,
  IconDots,
  IconFileTypeCsv,
  IconPhoto,
  IconTable,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react'
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../Empty.tsx'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { whenIdle } from '../idle.ts'
import { csvFile, save } from '../table/export.ts'
import { currentLanguage, formatNumber } from '../texts.ts'
import classes from './chart.module.css'
import type { Scheme } from './colors.ts'
import { type ChartData, isEmpty, isOverTime, lengthOf, type OverTime, tableOf } from './data.ts'
import { Marks } from './Marks.tsx'
import { isRound, type Look } from './options.ts'
import { Legend, Rows, Summary, Told, write } from './parts.tsx'
import type { Stretch } from './stretch.ts'
import { useZoom, type Zoom } from './useZoom.ts'

const canvas = () => import('./Canvas.tsx')
const Canvas = lazy(canvas)
const canDraw = (): boolean => typeof CanvasRenderingContext2D !== 'undefined'
// where there are charts, what draws them comes before the first has its data
if (canDraw()) whenIdle(() => void canvas())

export type { Band, Categories, Mark, OverTime, ReferenceLine, Series, TimeSeries } from './data.ts'

export type ChartProps = {
  /** What it shows: its name for readers, above it and of its files. */
  readonly label: string
  readonly unit?: string
  readonly decimals?: number
  /** Pixels; default 240, small 40. */
  readonly height?: number
  /** A shape beside a figure: no axes, legend, tools. What it says must stand beside it. */
  readonly small?: boolean
  /** What heads the labels in the table: "Mese". */
  readonly of?: string
  /** Bars of several series stand on one another. */
  readonly stacked?: boolean
  /** The label is seen elsewhere already. */
  readonly titled?: boolean
  /** Beside the title. */
  readonly tools?: ReactNode
  /** What the axis of values shows; default: what there is. */
  readonly range?: readonly [number, number]
  /** Of a chart over time: it can be looked at more nearly. */
  readonly zoom?: boolean
  /** Hears which part is looked at, null: all; for who can give more detail of a part. */
  readonly onZoom?: (part: Stretch | null) => void
} & (
  | { readonly type: 'bar' | 'pie' | 'doughnut'; readonly data: Exclude<ChartData, OverTime> }
  | { readonly type: 'line'; readonly data: ChartData }
)

const HEIGHT = 240
const SMALL = 40
/** A longer table is nothing to listen to: it is told by its least, mean and greatest values instead, and is whole in the file. */
const LISTENED = 60

export function Chart(props: ChartProps) {
  const {
    type,
    data,
    label,
    unit,
    decimals,
    small = false,
    height = small ? SMALL : HEIGHT,
    of,
    stacked = false,
    titled = true,
    tools,
    range,
    onZoom,
  } = props
  const { t } = useTranslation()
  const scheme: Scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const still = useReducedMotion(false, { getInitialValueInEffect: false })
  const { ref, width } = useElementSize()
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const [asTable, setAsTable] = useState(false)
  const picture = useRef<(() => string) | null>(null)
  const keep = useCallback((take: (() => string) | null) => {
    picture.current = take
  }, [])
  const id = useId()
  const language = currentLanguage()
  const columns = Math.max(1, Math.round(width))
  const [low, high] = range ?? []
  const look = useMemo<Look>(
    () => ({
      type,
      unit,
      decimals,
      small,
      stacked,
      scheme,
      still,
      hidden,
      width: columns,
      language,
      ...(low !== undefined && high !== undefined && { range: [low, high] }),
    }),
    [type, unit, decimals, small, stacked, scheme, still, hidden, columns, language, low, high],
  )
  const zooms = props.zoom === true && isOverTime(data) && !small
  const zoom = useZoom(zooms ? data.period : null, onZoom)
  const { part } = zoom
  const seen = useMemo(
    () => (part === null || !isOverTime(data) ? data : { ...data, period: part }),
    [data, part],
  )
  const framed = useMergedRef(ref, zoom.ref)
  const first = of ?? t(isOverTime(data) ? 'ui.chart.time' : 'ui.chart.what')
  const drawn = canDraw()
  const long = lengthOf(data) > LISTENED
  // of what is drawn nobody reads tens of thousands of rows
  const table = useMemo(
    () => (small || (drawn && !asTable && long) ? null : tableOf(data, first)),
    [small, drawn, asTable, long, data, first],
  )
  const canvas = (
    <div
      ref={framed}
      className={classes.canvas}
      style={{ height }}
      {...(zooms && {
        tabIndex: 0,
        role: 'group',
        'aria-label': t('ui.chart.zoom', { label }),
        'data-zoom': part !== null,
      })}
    >
      <ErrorBoundary resetKey={type}>
        <Suspense fallback={<Skeleton height={height} />}>
          {width > 0 && (
            <Canvas
              data={seen}
              look={look}
              label={label}
              onDrawn={small ? undefined : keep}
              onArea={zoom.onArea}
            />
          )}
        </Suspense>
      </ErrorBoundary>
      {isOverTime(seen) && zoom.area !== null && <Marks data={seen} area={zoom.area} />}
    </div>
  )
  if (small) return drawn ? <div aria-hidden>{canvas}</div> : null
  if (isEmpty(data))
    return (
      <figure className={classes.chart} aria-label={label}>
        {titled && <figcaption className={classes.title}>{label}</figcaption>}
        <div style={{ minHeight: height }} className={classes.nothing}>
          <Empty icon={IconChartBar} title={t('ui.chart.nothing')} />
        </div>
      </figure>
    )
  const toggle = (index: number) =>
    setHidden(old =>
      old.has(index) ? new Set([...old].filter(i => i !== index)) : new Set([...old, index]),
    )
  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <div className={classes.head}>
        <figcaption id={id} className={titled ? classes.title : 'flotta-hidden'}>
          {label}
        </figcaption>
        {tools}
        {zooms && drawn && !asTable && <ZoomButtons zoom={zoom} label={label} />}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('ui.chart.more', { label })}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {drawn && (
              <Menu.Item
                leftSection={
                  asTable ? (
                    <IconChartBar size={16} aria-hidden />
                  ) : (
                    <IconTable size={16} aria-hidden />
                  )
                }
                onClick={() => setAsTable(!asTable)}
              >
                {t(asTable ? 'ui.chart.as_chart' : 'ui.chart.as_table')}
              </Menu.Item>
            )}
            {drawn && !asTable && (
              <Menu.Item
                leftSection={<IconPhoto size={16} aria-hidden />}
                onClick={() => savePicture(picture.current?.() ?? '', label)}
              >
                PNG
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconFileTypeCsv size={16} aria-hidden />}
              onClick={() => csvFile({ name: label, ...(table ?? tableOf(data, first)) })}
            >
              CSV
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {drawn && !asTable ? (
        <>
          <div className={isRound(type) ? classes.round : undefined}>
            {canvas}
            {zooms && <Told part={part} />}
            <Legend
              type={type}
              data={data}
              hidden={hidden}
              onToggle={toggle}
              scheme={scheme}
              write={value => write(value, unit, decimals)}
            />
          </div>
          <div className="flotta-hidden">
            {table === null ? (
              <Summary data={data} label={label} unit={unit} decimals={decimals} />
            ) : (
              <Rows table={table} label={label} unit={unit} decimals={decimals} />
            )}
          </div>
        </>
      ) : table === null ? null : (
        <ScrollArea.Autosize
          mah={Math.max(height, HEIGHT)}
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
        >
          <Rows
            table={{ ...table, rows: table.rows.slice(0, SHOWN) }}
            label={label}
            unit={unit}
            decimals={decimals}
          />
          {table.rows.length > SHOWN && (
            <p className={classes.more}>
              {t('ui.chart.rows', {
                shown: formatNumber(SHOWN),
                total: formatNumber(table.rows.length),
              })}
            </p>
          )}
        </ScrollArea.Autosize>
      )}
    </figure>
  )
}
/** Rows of the table on the page; the file has all. */
const SHOWN = 500

function savePicture(address: string, name: string): void {
  const [, code] = address.split(',')
  if (code === undefined) return
  save(
    new Blob([Uint8Array.from(atob(code), letter => letter.charCodeAt(0))], { type: 'image/png' }),
    `${name}.png`,
  )
}

function ZoomButtons({
  zoom: { part, nearer, farther, reset },
  label,
}: {
  readonly zoom: Zoom
  readonly label: string
}) {
  const { t } = useTranslation()
  const whole = part === null
  const buttons = [
    { name: 'nearer', act: nearer, icon: IconZoomIn, disabled: false },
    { name: 'farther', act: farther, icon: IconZoomOut, disabled: whole },
    { name: 'whole', act: reset, icon: IconZoomReset, disabled: whole },
  ] as const
  return (
    <div className={classes.zoom}>
      {buttons.map(({ name, act, icon: Icon, disabled }) => (
        <Tooltip key={name} label={t(`ui.chart.${name}`)}>
          <ActionIcon
            aria-label={`${t(`ui.chart.${name}`)}: ${label}`}
            onClick={act}
            aria-disabled={disabled}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  )
}
