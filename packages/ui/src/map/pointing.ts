// Common parts of choosing a point and drawing on the map: presses, the cross in the centre, the keyboard.
import type { Map as MapLibre } from 'maplibre-gl'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Spot } from './circle.ts'

/** A press that moves farther than this many CSS pixels drags the map. */
const TOLERANCE = 4
/** The sixth decimal of a degree is about ten centimetres. */
const DECIMALS = 6
/** Attribute of elements that handle presses themselves. */
export const HANDLE = 'data-handle'

const roundDegrees = (degrees: number): number => Number(degrees.toFixed(DECIMALS))
export const spotOf = ({ lng, lat }: { readonly lng: number; readonly lat: number }): Spot => ({
  latitude: roundDegrees(lat),
  longitude: roundDegrees(lng),
})

/** Moves the focus to the map, with the hint as its description, and returns it when the choosing ends. */
export function useMapFocus(map: MapLibre, hint: string): void {
  useEffect(() => {
    const before = document.activeElement
    const canvas = map.getCanvas()
    canvas.setAttribute('aria-describedby', hint)
    canvas.focus({ preventScroll: true })
    return () => {
      canvas.removeAttribute('aria-describedby')
      if (
        before instanceof HTMLElement &&
        (document.activeElement === canvas || document.activeElement === document.body)
      )
        before.focus({ preventScroll: true })
    }
  }, [map, hint])
}

/** The point in the centre of the map; the cross stays over it. */
export function useCentre(map: MapLibre, cross: RefObject<HTMLSpanElement | null>): Spot {
  const [spot, setSpot] = useState(() => spotOf(map.getCenter()))
  useEffect(() => {
    const follow = () => {
      const { x, y } = map.project(map.getCenter())
      if (cross.current !== null) cross.current.style.transform = `translate(${x}px, ${y}px)`
      setSpot(spotOf(map.getCenter()))
    }
    follow()
    const subscriptions = [map.on('move', follow), map.on('resize', follow)]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [map, cross])
  return spot
}

/** A press on the map chooses its place and does not select an object there. A press on a handle belongs to the handle. */
export function usePress(map: MapLibre, onPress: (spot: Spot, event: MouseEvent) => void): void {
  const latest = useRef(onPress)
  latest.current = onPress
  useEffect(() => {
    const container = map.getContainer()
    let down: { readonly x: number; readonly y: number } | null = null
    const press = ({ clientX, clientY }: MouseEvent) => {
      down = { x: clientX, y: clientY }
    }
    const click = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest(`[${HANDLE}]`) !== null) return
      event.stopPropagation()
      if (down === null || Math.hypot(event.clientX - down.x, event.clientY - down.y) > TOLERANCE)
        return
      const { left, top } = container.getBoundingClientRect()
      latest.current(spotOf(map.unproject([event.clientX - left, event.clientY - top])), event)
    }
    container.addEventListener('mousedown', press, true)
    container.addEventListener('click', click, true)
    return () => {
      container.removeEventListener('mousedown', press, true)
      container.removeEventListener('click', click, true)
    }
  }, [map])
}

export function useEnterKey(map: MapLibre, onEnter: () => void): void {
  const latest = useRef(onEnter)
  latest.current = onEnter
  useEffect(() => {
    const container = map.getContainer()
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      latest.current()
    }
    container.addEventListener('keydown', key)
    return () => container.removeEventListener('keydown', key)
  }, [map])
}
