// Every vi.waitFor waits for its event as long as a busy machine may need; without this it gives up after a second.
import { vi } from 'vitest'

const PATIENCE_MS = 180_000
const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })
