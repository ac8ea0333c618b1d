// The part of the map that is looked at, as what is drawn from near is asked for: with a margin, so that small moves ask for nothing.
import { useEffect, useState } from 'react'
import type { Box } from './place.ts'
import { useStage } from './stage.tsx'

export interface MapWindow<Step> {
  readonly box: Box
  /** How near it is looked at. */
  readonly step: Step
}

/** Of the width and height of the map, at each side. */
const MARGIN = 0.5
/** A window that is so many times wider than what the map shows is asked for anew: most of it is not looked at. */
const TOO_WIDE = 5
/** The ends of Mercator's map. */
const WORLD: Box = [-180, -85, 180, 85]
const DECIMALS = 1e5

/** The window of before while it holds what the map shows, else another one. Pure. */
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

/** @param stepAt how near a zoom is; null: nothing is asked for. The function must stay the same. */
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
