// The time with which parts of the page are rendered.
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useNow } from './ticker.ts'

test('a new reader gets the present time at once, however long nobody has read it', () => {
  const at = Date.parse('2026-11-21T22:59:00Z')
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at)
  renderHook(() => useNow(60)).unmount()
  vi.setSystemTime(at + 3_600_000)
  const ticks: number[] = []
  renderHook(() => ticks.push(useNow(60)))
  expect([...new Set(ticks)]).toEqual([at + 3_600_000])
})
