// The map that the parts of a screen share: a panel beside the map may draw on it and move its camera.
import type { Map as MapLibre } from 'maplibre-gl'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import type { MapTheme } from './style.ts'

interface Stage {
  /** null until the base map is up. */
  readonly map: MapLibre | null
  readonly theme: MapTheme
  readonly setStage: (map: MapLibre | null, theme: MapTheme) => void
}
const StageContext = createContext<Stage | null>(null)

/** Put around everything that wants the map. */
export function MapStage({ children }: { readonly children: ReactNode }) {
  const [{ map, theme }, set] = useState<{ map: MapLibre | null; theme: MapTheme }>({ map: null, theme: 'light' })
  const stage = useMemo<Stage>(
    () => ({
      map,
      theme,
      setStage: (nextMap, nextTheme) => set(old => (old.map === nextMap && old.theme === nextTheme ? old : { map: nextMap, theme: nextTheme })),
    }),
    [map, theme],
  )
  return <StageContext value={stage}>{children}</StageContext>
}

const outside: Stage = { map: null, theme: 'light', setStage: () => undefined }
/** The shared map; `map` is null before it is up, and outside a `MapStage`. */
export const useStage = (): Stage => use(StageContext) ?? outside
