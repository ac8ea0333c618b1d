// States of a map for the view around it: its zoom, whether its tiles load, and whether a person tries to zoom beyond its end.
import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import { API } from '@flotta/core/contract.ts'
import type * as maplibre from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { removeAll } from './map-removal.ts'
import { MAX_ZOOM } from './spare-map.ts'
import { useStage } from './stage.tsx'
import { EMBEDDED_MAX_ZOOM, PUSHED } from './style.ts'

/** The largest zoom of the embedded map while it shows objects of a few metres. */
const NEAR_ZOOM = 17
/** How long the notice about missing details stays after the last attempt to zoom in, ms. */
const END_MS = 4_000
const SATELLITE = 'satellite'
const SATELLITE_TILES = `${API}/tiles/satellite/{z}/{x}/{y}`

/** Sets the largest zoom. @param ends the map is the embedded one, which ends before a provider's */
export function useMaxZoom(map: maplibre.Map | null, ends: boolean): void {
  const { nearer } = useStage()
  useEffect(() => {
    map?.setMaxZoom(!ends ? MAX_ZOOM : nearer ? NEAR_ZOOM : EMBEDDED_MAX_ZOOM)
  }, [map, ends, nearer])
}

/** Satellite images below everything else. */
export function useSatellite(map: maplibre.Map | null, isOn: boolean): void {
  useEffect(() => {
    if (map === null || !isOn) return
    map.addSource(SATELLITE, {
      type: 'raster',
      tiles: [`${location.origin}${SATELLITE_TILES}`],
      tileSize: 256,
    })
    map.addLayer({ id: SATELLITE, type: 'raster', source: SATELLITE }, 'slot-satellite')
    return () => removeAll(map, [SATELLITE], [SATELLITE])
  }, [map, isOn])
}

/** Whether the zoom of the map is larger than a limit. */
export function useZoomBeyond(map: maplibre.Map | null, limit: number): boolean {
  const [isBeyond, setBeyond] = useState(false)
  useEffect(() => {
    if (map === null) return
    const look = () => setBeyond(map.getZoom() > limit)
    look()
    const zooming = map.on('zoom', look)
    return () => zooming.unsubscribe()
  }, [map, limit])
  return isBeyond
}

/** Whether the last requested tile did not load, because its server is slow, faulty or unreachable. */
export function useMissingTiles(map: maplibre.Map | null): boolean {
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (map === null) return
    const stops = [
      map.on('error', event => {
        if ('tile' in event) setMissing(true)
      }),
      map.on('sourcedata', event => {
        if (event.tile !== undefined && event.tile.state === 'loaded') setMissing(false)
      }),
    ]
    return () => {
      for (const stop of stops) stop.unsubscribe()
      setMissing(false)
    }
  }, [map])
  return isMissing
}

/** True for a while after the person tried to zoom in farther than the embedded map allows: by wheel, double click, key or button. */
export function usePushedPastEnd(map: maplibre.Map | null, ends: boolean): boolean {
  const [isPushed, setPushed] = useState(false)
  useEffect(() => {
    if (map === null || !ends) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const push = () => {
      if (map.getZoom() < map.getMaxZoom() - 0.01) return
      setPushed(true)
      clearTimeout(timer)
      timer = setTimeout(() => setPushed(false), END_MS)
    }
    const stops = [
      map.on('wheel', ({ originalEvent }) => {
        if (originalEvent.deltaY < 0) push()
      }),
      map.on('dblclick', ({ originalEvent }) => {
        if (!originalEvent.shiftKey) push()
      }),
    ]
    const container = map.getContainer()
    const key = (event: KeyboardEvent) => {
      if (event.key === '+' || event.key === '=') push()
    }
    container.addEventListener('keydown', key)
    container.addEventListener(PUSHED, push)
    return () => {
      for (const stop of stops) stop.unsubscribe()
      container.removeEventListener('keydown', key)
      container.removeEventListener(PUSHED, push)
      clearTimeout(timer)
      setPushed(false)
    }
  }, [map, ends])
  return isPushed
}
