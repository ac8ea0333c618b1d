// A chart: line, bars, pie or doughnut, in the reader's theme and language; the same as a table for those who do not see it, as a picture and as a sheet.
import { ActionIcon, Menu, ScrollArea, Skeleton, useComputedColorScheme } from '@mantine/core'
import { useElementSize, useReducedMotion } from '@mantine/hooks'
import { IconChartBar, IconDots, IconFileTypeCsv, IconPhoto, IconTable } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useCallback, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../Empty.tsx'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { csvFile, save } from '../table/export.ts'
import { currentLanguage, formatNumber } from '../texts.ts'
import classes from './chart.module.css'
import { colorOf, type Scheme } from './colors.ts'
import { type ChartData, isEmpty, isOverTime, type OverTime, type Table, tableOf } from './data.ts'
import { type ChartKind, isRound, type Look } from './options.ts'

const Canvas = lazy(() => import('./Canvas.tsx'))

export type { Categories, OverTime, Series, TimeSeries } from './data.ts'

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
} & ({ readonly type: 'bar' | 'pie' | 'doughnut'; readonly data: Exclude<ChartData, OverTime> } | { readonly type: 'line'; readonly data: ChartData })

const HEIGHT = 240
const SMALL = 40
/** A longer table is nothing to listen to: it is told by its least, mean and greatest values instead, and is whole in the file. */
const LISTENED = 60
const canDraw = (): boolean => typeof CanvasRenderingContext2D !== 'undefined'

export function Chart(props: ChartProps) {
  const { type, data, label, unit, decimals, small = false, height = small ? SMALL : HEIGHT, of, stacked = false, titled = true, tools } = props
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
  const look = useMemo<Look>(
    () => ({ type, unit, decimals, small, stacked, scheme, still, hidden, width: columns, language }),
    [type, unit, decimals, small, stacked, scheme, still, hidden, columns, language],
  )
  const first = of ?? t(isOverTime(data) ? 'ui.chart.time' : 'ui.chart.what')
  const table = useMemo(() => (small ? null : tableOf(data, first)), [small, data, first])
  const drawn = canDraw()
  const canvas = (
    <div ref={ref} className={classes.canvas} style={{ height }}>
      <ErrorBoundary resetKey={type}>
        <Suspense fallback={<Skeleton height={height} />}>
          {width > 0 && <Canvas data={data} look={look} label={label} onDrawn={small ? undefined : keep} />}
        </Suspense>
      </ErrorBoundary>
    </div>
  )
  if (small) return drawn ? <div aria-hidden>{canvas}</div> : null
  if (table === null || isEmpty(data))
    return (
      <figure className={classes.chart} aria-label={label}>
        {titled && <figcaption className={classes.title}>{label}</figcaption>}
        <div style={{ minHeight: height }} className={classes.nothing}>
          <Empty icon={IconChartBar} title={t('ui.chart.nothing')} />
        </div>
      </figure>
    )
  const toggle = (index: number) => setHidden(old => (old.has(index) ? new Set([...old].filter(i => i !== index)) : new Set([...old, index])))
  const file = { name: label, ...table }
  const long = table.rows.length > LISTENED
  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <div className={classes.head}>
        <figcaption id={id} className={titled ? classes.title : 'flotta-hidden'}>
          {label}
        </figcaption>
        {tools}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('ui.chart.more', { label })}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {drawn && (
              <Menu.Item
                leftSection={asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
                onClick={() => setAsTable(!asTable)}
              >
                {t(asTable ? 'ui.chart.as_chart' : 'ui.chart.as_table')}
              </Menu.Item>
            )}
            {drawn && !asTable && (
              <Menu.Item leftSection={<IconPhoto size={16} aria-hidden />} onClick={() => savePicture(picture.current?.() ?? '', label)}>
                PNG
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconFileTypeCsv size={16} aria-hidden />} onClick={() => csvFile(file)}>
              CSV
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {drawn && !asTable ? (
        <>
          <div className={isRound(type) ? classes.round : undefined}>
            {canvas}
            <Legend type={type} data={data} hidden={hidden} onToggle={toggle} scheme={scheme} write={value => write(value, unit, decimals)} />
          </div>
          <div className="flotta-hidden">
            {long ? (
              <Summary data={data} label={label} unit={unit} decimals={decimals} />
            ) : (
              <Rows table={table} label={label} unit={unit} decimals={decimals} />
            )}
          </div>
        </>
      ) : (
        <ScrollArea.Autosize mah={Math.max(height, HEIGHT)} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}>
          <Rows table={{ ...table, rows: table.rows.slice(0, SHOWN) }} label={label} unit={unit} decimals={decimals} />
          {table.rows.length > SHOWN && (
            <p className={classes.more}>{t('ui.chart.rows', { shown: formatNumber(SHOWN), total: formatNumber(table.rows.length) })}</p>
          )}
        </ScrollArea.Autosize>
      )}
    </figure>
  )
}
/** Rows of the table on the page; the file has all. */
const SHOWN = 500

const write = (value: number | null, unit: string | undefined, decimals: number | undefined): string =>
  formatNumber(value, { ...(unit !== undefined && { unit }), ...(decimals !== undefined && { decimals }) })

function savePicture(address: string, name: string): void {
  const [, code] = address.split(',')
  if (code === undefined) return
  save(new Blob([Uint8Array.from(atob(code), letter => letter.charCodeAt(0))], { type: 'image/png' }), `${name}.png`)
}

/** What is what; a press takes a part out of the picture. One line alone needs none. */
function Legend({
  type,
  data,
  hidden,
  onToggle,
  scheme,
  write: written,
}: {
  readonly type: ChartKind
  readonly data: ChartData
  readonly hidden: ReadonlySet<number>
  readonly onToggle: (index: number) => void
  readonly scheme: Scheme
  readonly write: (value: number | null) => string
}) {
  const { t } = useTranslation()
  const round = isRound(type) && !isOverTime(data)
  const parts: readonly { readonly index: number; readonly label: string; readonly color: string; readonly value: number | null }[] = round
    ? data.labels.map((label, index) => ({ index, label, color: colorOf(index, scheme), value: data.series[0]?.values[index] ?? null }))
    : data.series.map(({ label, color }, index) => ({ index, label, color: color ?? colorOf(index, scheme), value: null }))
  if (!round && parts.length < 2) return null
  return (
    <ul className={classes.legend} aria-label={t('ui.chart.legend')}>
      {parts.map(({ index, label, color, value }) => (
        <li key={index}>
          <button type="button" aria-pressed={!hidden.has(index)} onClick={() => onToggle(index)}>
            <span className={classes.swatch} style={{ background: color }} aria-hidden />
            <span className={classes.name}>{label}</span>
            {round && <span className={classes.value}>{written(value)}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface Written {
  readonly label: string
  readonly unit: string | undefined
  readonly decimals: number | undefined
}
/** Neither rows nor columns move: a place is a key. */
const placed = <T,>(things: readonly T[]) => things.map((thing, place) => ({ place, thing }))
function Rows({ table, label, unit, decimals }: { readonly table: Table } & Written) {
  return (
    <table className={classes.rows}>
      <caption className="flotta-hidden">{label}</caption>
      <thead>
        <tr>
          {placed(table.head).map(({ place, thing }) => (
            <th key={place} scope="col">
              {thing}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {placed(table.rows).map(({ place, thing: [head, ...cells] }) => (
          <tr key={place}>
            <th scope="row">{head}</th>
            {placed(cells).map(cell => (
              <td key={cell.place}>{typeof cell.thing === 'string' ? cell.thing : write(cell.thing, unit, decimals)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Summary({ data, label, unit, decimals }: { readonly data: ChartData } & Written) {
  const { t } = useTranslation()
  const rows = data.series.map(s => {
    const values = s.values.filter((v): v is number => v !== null)
    const [least, most, sum] = values.reduce(([l, m, total], v) => [Math.min(l, v), Math.max(m, v), total + v] as const, [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      0,
    ] as readonly [number, number, number])
    return values.length === 0 ? [s.label, null, null, null] : [s.label, least, sum / values.length, most]
  })
  const head = [t('ui.chart.what'), t('ui.chart.least'), t('ui.chart.mean'), t('ui.chart.most')]
  return <Rows table={{ head, rows }} label={label} unit={unit} decimals={decimals} />
}
