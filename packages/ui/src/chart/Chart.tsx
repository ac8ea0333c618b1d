// A chart: line, bars, pie or doughnut, in the theme and language of the person; also as a table, as a picture and as a file.
import { Drawer, useComputedColorScheme } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { csvFile } from '../table/export.ts'
import { currentLanguage } from '../texts.ts'
import { ChartCanvas, canDraw } from './ChartCanvas.tsx'
import { EmptyChart, VisibleTable } from './ChartParts.tsx'
import { ChartMenu, WideButton, ZoomButtons } from './ChartTools.tsx'
import classes from './chart.module.css'
import { type ChartData, isEmpty, isOverTime, lengthOf, type OverTime } from './data.ts'
import { type Table, tableOf } from './data-table.ts'
import { withoutGroups } from './occurrences.ts'
import { isRound, type Look } from './options.ts'
import { formatValue, Legend, Summary, TableRows, ZoomAnnouncement } from './parts.tsx'
import type { Stretch } from './stretch.ts'
import { useLegend } from './useLegend.ts'
import { useZoom } from './useZoom.ts'

export type {
  Band,
  Categories,
  Mark,
  OverTime,
  ReferenceLine,
  Series,
  Span,
  TimeSeries,
} from './data.ts'

export type ChartProps = {
  /** The name of the chart: above it, for screen readers and of its files. */
  readonly label: string
  readonly unit?: string
  readonly decimals?: number
  /** Pixels; default 240, small 40. */
  readonly height?: number
  /** A small chart beside a figure, without axes, legend and tools. Text beside it must say what it shows. */
  readonly small?: boolean
  /** The heading of the labels in the table, such as "Mese". */
  readonly of?: string
  /** The bars of several series are stacked. */
  readonly stacked?: boolean
  /** false: the label is visible elsewhere already, so it is only for screen readers. */
  readonly titled?: boolean
  /** Content beside the title. */
  readonly tools?: ReactNode
  /** Lowest and highest value of the axis; default: those of the data. */
  readonly range?: readonly [number, number]
  /** A chart over time can be zoomed. */
  readonly zoom?: boolean
  /** Receives the part of the period that is shown, null for all of it; for screens that can load more detail of a part. */
  readonly onZoom?: (part: Stretch | null) => void
} & (
  | { readonly type: 'bar' | 'pie' | 'doughnut'; readonly data: Exclude<ChartData, OverTime> }
  | { readonly type: 'line'; readonly data: ChartData }
)

const HEIGHT = 240
const SMALL = 40
/** Height of a chart that is as wide as the window, and of the drawer that contains it, px. */
const WIDE = 300
const WIDE_DRAWER = 430
/**
 * Largest number of rows of the table that a screen reader gets with a drawn chart. Of a longer table it gets the lowest, mean and highest values;
 * the file has all rows.
 */
const LISTENED = 60
/** The chart, and on request the same chart as wide as the window, at its lower edge. */
export function Chart(props: ChartProps) {
  const { t } = useTranslation()
  const [isWide, setWide] = useState(false)
  if (props.small === true) return <ChartFigure {...props} />
  return (
    <>
      <ChartFigure {...props} onWide={() => setWide(true)} />
      <Drawer
        opened={isWide}
        onClose={() => setWide(false)}
        position="bottom"
        size={WIDE_DRAWER}
        // The map above it can still be used.
        withOverlay={false}
        lockScroll={false}
        title={props.label}
        closeButtonProps={{ 'aria-label': t('ui.chart.narrow', { label: props.label }) }}
      >
        <div className={classes.wide}>
          <ChartFigure {...props} titled={false} height={WIDE} />
        </div>
      </Drawer>
    </>
  )
}

type ChartFigureProps = ChartProps & {
  /** Shows the chart as wide as the window; absent when it is shown so already. */
  readonly onWide?: () => void
}
function ChartFigure({ onWide, ...props }: ChartFigureProps) {
  const { data, label, unit, decimals, small = false, of, titled = true, tools } = props
  const height = props.height ?? (small ? SMALL : HEIGHT)
  const { t } = useTranslation()
  const id = useId()
  const { ref: measureRef, width } = useElementSize()
  const takenOut = useLegend()
  const [wantsTable, setWantsTable] = useState(false)
  const picture = useRef<(() => string) | null>(null)
  const keepPicture = useCallback((take: (() => string) | null) => {
    picture.current = take
  }, [])
  const look = useLook(props, takenOut.series, width)
  const isZoomable = props.zoom === true && isOverTime(data) && !small
  const zoom = useZoom(isZoomable ? data.period : null, props.onZoom)
  const { part } = zoom
  const shownData = useMemo(
    () =>
      isOverTime(data)
        ? withoutGroups(
            part === null ? data : { ...data, period: part },
            takenOut.groups,
            look.scheme,
          )
        : data,
    [data, part, takenOut.groups, look.scheme],
  )
  const boxRef = useMergedRef(measureRef, zoom.ref)
  const firstHead = of ?? t(isOverTime(data) ? 'ui.chart.time' : 'ui.chart.what')
  const isDrawn = canDraw() && !wantsTable
  const table = useTable(data, firstHead, { small, isDrawn })
  const canvas = (
    <ChartCanvas
      data={shownData}
      look={look}
      label={label}
      height={height}
      width={width}
      isZoomable={isZoomable}
      zoom={zoom}
      boxRef={boxRef}
      onDrawn={keepPicture}
    />
  )
  if (small) return canDraw() ? <div aria-hidden>{canvas}</div> : null
  if (isEmpty(data)) return <EmptyChart label={label} titled={titled} height={height} />
  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <div className={classes.head}>
        <figcaption id={id} className={titled ? classes.title : 'flotta-hidden'}>
          {label}
        </figcaption>
        {tools}
        {isZoomable && isDrawn && <ZoomButtons zoom={zoom} label={label} />}
        {onWide !== undefined && isOverTime(data) && isDrawn && (
          <WideButton label={label} onClick={onWide} />
        )}
        <ChartMenu
          label={label}
          asTable={wantsTable}
          onTable={setWantsTable}
          picture={() => picture.current?.() ?? ''}
          onCsv={() => csvFile({ name: label, ...(table ?? tableOf(data, firstHead)) })}
        />
      </div>
      {isDrawn ? (
        <>
          <div className={isRound(props.type) ? classes.round : undefined}>
            {canvas}
            {isZoomable && <ZoomAnnouncement part={part} />}
            <Legend
              type={props.type}
              data={data}
              hidden={takenOut}
              scheme={look.scheme}
              write={value => formatValue(value, unit, decimals)}
            />
          </div>
          <div className="flotta-hidden">
            {table === null ? (
              <Summary data={data} label={label} unit={unit} decimals={decimals} />
            ) : (
              <TableRows table={table} label={label} unit={unit} decimals={decimals} />
            )}
          </div>
        </>
      ) : table === null ? null : (
        <VisibleTable
          table={table}
          label={label}
          unit={unit}
          decimals={decimals}
          height={Math.max(height, HEIGHT)}
        />
      )}
    </figure>
  )
}

function useLook(
  { type, unit, decimals, small = false, stacked = false, range }: ChartProps,
  hidden: ReadonlySet<number>,
  elementWidth: number,
): Look {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const language = currentLanguage()
  const width = Math.max(1, Math.round(elementWidth))
  const [low, high] = range ?? []
  return useMemo<Look>(
    () => ({
      type,
      unit,
      decimals,
      small,
      stacked,
      scheme,
      hidden,
      width,
      language,
      ...(low !== undefined && high !== undefined && { range: [low, high] }),
    }),
    [type, unit, decimals, small, stacked, scheme, hidden, width, language, low, high],
  )
}

/** The chart as a table; null when nobody reads it: beside a small chart, and for screen readers when a drawn chart has too many rows. */
function useTable(
  data: ChartData,
  firstHead: string,
  { small, isDrawn }: { readonly small: boolean; readonly isDrawn: boolean },
): Table | null {
  const isLong = lengthOf(data) > LISTENED
  return useMemo(
    () => (small || (isDrawn && isLong) ? null : tableOf(data, firstHead)),
    [small, isDrawn, isLong, data, firstHead],
  )
}
