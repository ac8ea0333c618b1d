// The map that the parts of a screen share: a panel beside the map may draw on it, and says where what it shows is.
import type { Map as MapLibre } from 'maplibre-gl'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { Camera, type Place, type Subject } from './camera.ts'
import type { MapTheme } from './style.ts'

interface Stage {
  /** null until the base map is up. */
  readonly map: MapLibre | null
  readonly theme: MapTheme
  /** Alone moves the map. */
  readonly camera: Camera
  readonly setStage: (map: MapLibre | null, theme: MapTheme) => void
}
const StageContext = createContext<Stage | null>(null)

/** Put around everything that wants the map. */
export function MapStage({ children }: { readonly children: ReactNode }) {
  const [{ map, theme }, set] = useState<Pick<Stage, 'map' | 'theme'>>({ map: null, theme: 'light' })
  const [camera] = useState(() => new Camera())
  const setStage = useCallback<Stage['setStage']>((map, theme) => set(old => (old.map === map && old.theme === theme ? old : { map, theme })), [])
  const stage = useMemo<Stage>(() => ({ map, theme, camera, setStage }), [map, theme, camera, setStage])
  useEffect(() => (map === null ? undefined : camera.attach(map)), [camera, map])
  return <StageContext value={stage}>{children}</StageContext>
}

const outside: Stage = { map: null, theme: 'light', camera: new Camera(), setStage: () => undefined }
/** The shared map; `map` is null before it is up, and outside a `MapStage`. */
export const useStage = (): Stage => use(StageContext) ?? outside

/** What the screen's address asks to look at; a key that stays is no new wish. */
export function useSubject(subject: Subject | null): void {
  const { camera } = useStage()
  useEffect(() => camera.ask(subject), [camera, subject])
}

/** Where a thing of this name is, for as long as the component stands; null: not known (yet). The place must stay the same object while it is the same. */
export function usePlace(name: string, place: Place | null): void {
  const { camera } = useStage()
  useEffect(() => camera.place(name, place), [camera, name, place])
  useEffect(() => () => camera.place(name, null), [camera, name])
}
