// The visible part of the map for which detailed data is loaded, with a margin, so that small moves load nothing.
import { useEffect, useState } from 'react'
import type { Box } from './place.ts'
import { useStage } from './stage.tsx'

export interface MapWindow<Step> {
  readonly box: Box
  /** The level of detail. */
  readonly step: Step
}

/** Margin on each side, as a share of the map's width and height. */
const MARGIN = 0.5
/** A loaded part that is this many times wider than the visible one is loaded anew, because most of it is not visible. */
const TOO_WIDE = 5
/** The limits of the Mercator projection. */
const WORLD: Box = [-180, -85, 180, 85]
const DECIMALS = 1e5

/** The previous window while it contains the visible part, otherwise a new one. Pure. */
export function nextWindow<Step>(
  before: MapWindow<Step> | null,
  view: Box,
  step: Step | null,
): MapWindow<Step> | null {
  if (step === null) return null
  const [west, south, east, north] = view
  if (before !== null && before.step === step) {
    const [left, bottom, right, top] = before.box
    const isWithin = west >= left && east <= right && south >= bottom && north <= top
    if (isWithin && right - left <= (east - west) * TOO_WIDE) return before
  }
  const [wide, high] = [(east - west) * MARGIN, (north - south) * MARGIN]
  const [left, bottom, right, top] = WORLD
  const box: Box = [
    Math.max(left, west - wide),
    Math.max(bottom, south - high),
    Math.min(right, east + wide),
    Math.min(top, north + high),
  ]
  const [w, s, e, n] = box.map(degrees => Math.round(degrees * DECIMALS) / DECIMALS)
  return { step, box: [w ?? 0, s ?? 0, e ?? 0, n ?? 0] }
}

/** @param stepAt level of detail for a zoom; null: nothing is loaded. The function must stay the same. */
export function useMapWindow<Step>(stepAt: (zoom: number) => Step | null): MapWindow<Step> | null {
  const { map } = useStage()
  const [mapWindow, setWindow] = useState<MapWindow<Step> | null>(null)
  useEffect(() => {
    if (map === null) return
    const look = () => {
      const bounds = map.getBounds()
      const view: Box = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
      setWindow(before => nextWindow(before, view, stepAt(map.getZoom())))
    }
    look()
    const subscription = map.on('moveend', look)
    return () => subscription.unsubscribe()
  }, [map, stepAt])
  return mapWindow
}
