// Panels draw on the map only when the page is idle, so that the panel itself appears first.
import type { Map as MapLibre } from 'maplibre-gl'
import { useState } from 'react'
import { useIsIdle, whenIdle } from '../idle.ts'
import { removeAll } from './map-removal.ts'
import { useStage } from './stage.tsx'

/** The map of the screen; null until the page is first idle. */
export function useIdleMap(): MapLibre | null {
  const { map } = useStage()
  return useIsIdle() ? map : null
}

let names = 0
/** A unique name for layers, because earlier layers of the same kind may still exist. */
export const useLayerName = (kind: string): string => useState(() => `${kind}-${++names}`)[0]

export const removeLater = (
  map: MapLibre,
  layers: readonly string[],
  sources: readonly string[],
): void => void whenIdle(() => removeAll(map, layers, sources))
