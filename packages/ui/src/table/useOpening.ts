// The function that opens a row, the same at every rendering, because a new one would render every row again.
import { useMemo, useRef } from 'react'

export interface Opening<T> {
  readonly onOpen: ((row: T) => void) | undefined
  readonly openLabel: ((row: T) => string) | undefined
}

/** Calls the functions that the screen has passed last. */
export function useOpening<T>({ onOpen, openLabel }: Opening<T>): Opening<T> {
  const latest = useRef({ onOpen, openLabel })
  latest.current = { onOpen, openLabel }
  const mayOpen = onOpen !== undefined
  const hasLabel = openLabel !== undefined
  return useMemo(
    () => ({
      onOpen: mayOpen ? row => latest.current.onOpen?.(row) : undefined,
      openLabel: hasLabel ? row => latest.current.openLabel?.(row) ?? '' : undefined,
    }),
    [mayOpen, hasLabel],
  )
}
