// What opens a row, as the same functions at every drawing: others would draw every row again.
import { useMemo, useRef } from 'react'

export interface Opening<T> {
  readonly onOpen: ((row: T) => void) | undefined
  readonly openLabel: ((row: T) => string) | undefined
}

/** The functions that the screen has given last are called. */
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
