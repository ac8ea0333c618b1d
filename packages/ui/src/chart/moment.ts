// The values at the pointer in a chart over time: the nearest point of each line, and for settings the value that holds then.
import { countBefore } from '@flotta/core/sorted.ts'
import {
  type Chart,
  type ChartEvent,
  type ChartType,
  Interaction,
  type InteractionItem,
  type InteractionModeFunction,
  Tooltip,
  type TooltipPositionerFunction,
} from 'chart.js'
import { getRelativePosition } from 'chart.js/helpers'
import { isOutside } from './over-time.ts'

declare module 'chart.js' {
  interface InteractionModeMap {
    moment: InteractionModeFunction
  }
  interface TooltipPositionerMap {
    aside: TooltipPositionerFunction<ChartType>
  }
}
/** Distance between the moment and its tooltip, pixels. */
const ASIDE = 14
/** Places the tooltip at the top, on the side with more space. */
Tooltip.positioners.aside = function aside(items, { x }) {
  if (items.length === 0 || x === null) return false
  const { left, right, top } = this.chart.chartArea
  const isLeft = x - left < right - x
  return {
    x: x + (isLeft ? ASIDE : -ASIDE),
    y: top,
    xAlign: isLeft ? 'left' : 'right',
    yAlign: 'top',
  }
}

/** A point that is farther away belongs to another moment, pixels. */
const NEAR = 24

/** Index of the last point that is not right of `x`; −1: none. */
export const lastAt = (xs: ArrayLike<{ readonly x: number }>, x: number): number =>
  countBefore(xs.length, i => (xs[i]?.x ?? 0) > x) - 1

Interaction.modes.moment = (chart: Chart, event: ChartEvent): InteractionItem[] => {
  const { x } = getRelativePosition(event, chart)
  return chart.getSortedVisibleDatasetMetas().flatMap(({ data, index }) => {
    const line = chart.data.datasets[index] ?? {}
    if (isOutside(line)) return []
    const i = lastAt(data, x)
    const isStepped = 'stepped' in line
    const [before, after] = [data[i], data[i + 1]]
    const place =
      isStepped || after === undefined || (before !== undefined && x - before.x <= after.x - x)
        ? i
        : i + 1
    const element = data[place]
    if (
      element === undefined ||
      Number.isNaN(element.y) ||
      (!isStepped && Math.abs(element.x - x) > NEAR)
    )
      return []
    return [{ element, datasetIndex: index, index: place }]
  })
}
