// The drawn part of a chart. Its drawing code is loaded later than the page.
import { Skeleton } from '@mantine/core'
import { lazy, type PointerEvent, Suspense, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCursor } from '../cursor.ts'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { useIsIdle, whenIdle } from '../idle.ts'
import { CursorLine, momentAtX } from './CursorLine.tsx'
import classes from './chart.module.css'
import { type ChartData, isOverTime } from './data.ts'
import { Marks } from './Marks.tsx'
import type { Look } from './options.ts'
import type { Zoom } from './useZoom.ts'

const load = () => import('./Canvas.tsx')
const Canvas = lazy(load)
/** Whether this browser can draw; otherwise a table replaces the chart. */
export const canDraw = (): boolean => typeof CanvasRenderingContext2D !== 'undefined'
// A page with charts loads the drawing code while it waits for the first data.
if (canDraw()) whenIdle(() => void load())

export interface ChartCanvasProps {
  readonly data: ChartData
  readonly look: Look
  readonly label: string
  readonly height: number
  /** Pixels; 0 until it is measured. */
  readonly width: number
  readonly isZoomable: boolean
  readonly zoom: Zoom
  readonly boxRef: (element: HTMLElement | null) => void
  /** Receives a function that returns the picture as a data URL; null when the picture is removed. */
  readonly onDrawn: (picture: (() => string) | null) => void
}

export function ChartCanvas({
  data,
  look,
  label,
  height,
  width,
  isZoomable,
  zoom,
  boxRef,
  onDrawn,
}: ChartCanvasProps) {
  const { t } = useTranslation()
  const source = useId()
  const cursor = useCursor()
  useEffect(() => () => cursor.point(null, source), [cursor, source])
  // A small chart only supplements the figure beside it, so figures and rows are painted first.
  const isPageIdle = useIsIdle(look.small)
  const mayDraw = width > 0 && (isPageIdle || !look.small)
  return (
    <div
      ref={boxRef}
      className={classes.canvas}
      style={{ height }}
      {...(isOverTime(data) && {
        onPointerMove: (event: PointerEvent<HTMLElement>) =>
          cursor.point(
            zoom.area === null
              ? null
              : momentAtX(
                  event.clientX - event.currentTarget.getBoundingClientRect().left,
                  data,
                  zoom.area,
                ),
            source,
          ),
        onPointerLeave: () => cursor.point(null, source),
      })}
      {...(isZoomable && {
        tabIndex: 0,
        role: 'group',
        'aria-label': t('ui.chart.zoom', { label }),
        'data-zoom': zoom.part !== null,
      })}
    >
      <ErrorBoundary resetKey={look.type}>
        <Suspense fallback={<Skeleton height={height} />}>
          {mayDraw && (
            <Canvas
              data={data}
              look={look}
              label={label}
              onDrawn={look.small ? undefined : onDrawn}
              onArea={zoom.onArea}
            />
          )}
        </Suspense>
      </ErrorBoundary>
      {isOverTime(data) && zoom.area !== null && (
        <>
          {zoom.brush !== null && (
            <div
              className={classes.brush}
              style={{
                left: zoom.brush.from,
                width: zoom.brush.to - zoom.brush.from,
                top: zoom.area.top,
                height: zoom.area.bottom - zoom.area.top,
              }}
            />
          )}
          <CursorLine data={data} area={zoom.area} source={source} />
          <Marks data={data} area={zoom.area} source={source} />
        </>
      )}
    </div>
  )
}
