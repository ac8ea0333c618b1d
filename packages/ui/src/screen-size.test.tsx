import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useMedia, usePhone } from './screen-size.ts'

/** A window of a given width; it supports only queries of `max-width` in em. */
const widthIs = (pixels: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: pixels <= Number(/max-width: ([\d.]+)em/.exec(query)?.[1]) * 16,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

test.each([
  [360, true],
  [767, true],
  [768, false],
  [1_440, false],
])('a window of %i px is a phone’s: %s', (pixels, isPhone) => {
  widthIs(pixels)
  expect(renderHook(usePhone).result.current).toBe(isPhone)
})
test('a query gives its result from the first drawing on', () => {
  widthIs(1_000)
  const drawings: boolean[] = []
  renderHook(() => drawings.push(useMedia('(max-width: 80em)')))
  expect(drawings[0]).toBe(true)
})
