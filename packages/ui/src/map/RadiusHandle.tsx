// The handle on the edge of a circle: it shows the radius, and keys change it. A pointer drags the edge itself.
import { useEffect, useRef } from 'react'
import { formatNumber } from '../texts.ts'
import { RADIUS } from './circle.ts'

export interface RadiusHandleProps {
  readonly label: string
  /** Metres. */
  readonly radius: number
  readonly onLive: (radius: number) => void
  /** Called when the radius is final: after a pause of the keys, on Enter, or when the focus leaves. */
  readonly onEnd: () => void
}

/** The radius is final after a pause of this many milliseconds. */
const REST_MS = 900

export function RadiusHandle({ label, radius, onLive, onEnd }: RadiusHandleProps) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef(onEnd)
  latest.current = onEnd
  const end = useRef(() => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    latest.current()
  })
  useEffect(() => {
    const element = input.current
    // Arrow keys would move the map too. Its listener gets the event before React, so this one stops it.
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Enter') end.current()
      event.stopPropagation()
    }
    element?.addEventListener('keydown', key)
    return () => {
      element?.removeEventListener('keydown', key)
      clearTimeout(timer.current)
    }
  }, [])
  return (
    <span className="flotta-radius">
      <input
        ref={input}
        type="range"
        aria-label={label}
        aria-valuetext={formatNumber(radius, { unit: 'm' })}
        min={RADIUS.least}
        max={RADIUS.most}
        value={radius}
        onChange={event => {
          clearTimeout(timer.current)
          timer.current = setTimeout(end.current, REST_MS)
          onLive(Number(event.currentTarget.value))
        }}
        onBlur={end.current}
      />
      <output>{formatNumber(radius, { unit: 'm' })}</output>
    </span>
  )
}
