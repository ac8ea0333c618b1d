// The parts of a chart that the reader has hidden by its legend.
import { useState } from 'react'

export interface LegendChoice {
  /** Indexes of series or slices. */
  readonly series: ReadonlySet<number>
  readonly toggleSeries: (index: number) => void
  /** Names of groups of marks and bars. */
  readonly groups: ReadonlySet<string>
  readonly toggleGroup: (name: string) => void
}
export function useLegend(): LegendChoice {
  const [series, toggleSeries] = useToggles<number>()
  const [groups, toggleGroup] = useToggles<string>()
  return { series, toggleSeries, groups, toggleGroup }
}

function useToggles<T>(): readonly [ReadonlySet<T>, (one: T) => void] {
  const [chosen, setChosen] = useState<ReadonlySet<T>>(new Set())
  const toggle = (one: T) =>
    setChosen(old =>
      old.has(one) ? new Set([...old].filter(other => other !== one)) : new Set([...old, one]),
    )
  return [chosen, toggle]
}
