// The map that the parts of a screen share: a panel beside the map may draw on it and move its camera.
import type { Map as MapLibre } from 'maplibre-gl'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
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
  const [{ map, theme }, set] = useState<Pick<Stage, 'map' | 'theme'>>({ map: null, theme: 'light' })
  const setStage = useCallback<Stage['setStage']>((map, theme) => set(old => (old.map === map && old.theme === theme ? old : { map, theme })), [])
  const stage = useMemo<Stage>(() => ({ map, theme, setStage }), [map, theme, setStage])
  return <StageContext value={stage}>{children}</StageContext>
}

const outside: Stage = { map: null, theme: 'light', setStage: () => undefined }
/** The shared map; `map` is null before it is up, and outside a `MapStage`. */
export const useStage = (): Stage => use(StageContext) ?? outside
