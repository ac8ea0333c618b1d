// Makes every vi.waitFor wait as long as a busy machine may need; the default is one second.
import { vi } from 'vitest'

const PATIENCE_MS = 180_000
const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })
