// What a panel draws on the map comes and goes when the page rests: the panel itself is there first, and a picture of the whole map is not waited for.
import type { Map as MapLibre } from 'maplibre-gl'
import { useState } from 'react'
import { useIsIdle, whenIdle } from '../idle.ts'
import { removeAll } from './map-removal.ts'
import { useStage } from './stage.tsx'

/** The map of the screen, from the page's first rest on. */
export function useIdleMap(): MapLibre | null {
  const { map } = useStage()
  return useIsIdle() ? map : null
}

let names = 0
/** Names of layers that are still there when the next of their kind comes. */
export const useLayerName = (kind: string): string => useState(() => `${kind}-${++names}`)[0]

export const removeLater = (
  map: MapLibre,
  layers: readonly string[],
  sources: readonly string[],
): void => void whenIdle(() => removeAll(map, layers, sources))
