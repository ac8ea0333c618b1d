// Parts of a browser that happy-dom does not have, and the texts in Italian, for screen tests.
import '@testing-library/jest-dom/vitest'
import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { learnClock } from './clock.ts'
import { forgetPreferences } from './preferences.ts'
import { serverConnection } from './server-connection.ts'
import { testTexts } from './testing-texts.ts'
import './testing-window.ts'
import { setLanguage, startTexts } from './texts.ts'

const DESK = 1440
/** Whether the window (`innerWidth`, `innerHeight`) matches a query of sizes; other queries never match. */
const fits = (query: string): boolean => {
  const sizes = [...query.matchAll(/\((min|max)-(width|height):\s*([\d.]+)(px|em)\)/g)]
  return (
    sizes.length > 0 &&
    sizes.every(([, bound, side, number, unit]) => {
      const limit = Number(number) * (unit === 'em' ? 16 : 1)
      const size = side === 'width' ? window.innerWidth : window.innerHeight
      return bound === 'min' ? size >= limit : size <= limit
    })
  )
}
window.innerWidth = DESK
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string) => ({
    matches: fits(query),
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }),
})
class Observer {
  observe(_target?: Element) {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
/** Without a layout everything is visible. */
class InSight extends Observer {
  readonly #tell: IntersectionObserverCallback
  constructor(tell: IntersectionObserverCallback) {
    super()
    this.#tell = tell
  }
  override observe(target?: Element) {
    this.#tell(
      [{ target, isIntersecting: true } as IntersectionObserverEntry],
      this as unknown as IntersectionObserver,
    )
  }
}
vi.stubGlobal('ResizeObserver', Observer)
vi.stubGlobal('IntersectionObserver', InSight)
Element.prototype.scrollIntoView = () => undefined
window.scrollTo = () => undefined
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, value: 800 })
Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, value: 1200 })
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 800 })
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 1200 })

// React records a stack for each element, up to a number per second, and nothing here reads it; so the number counts as reached from the start.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { configurable: true, get: () => Number.MAX_SAFE_INTEGER, set: () => undefined },
)

// A busy machine is no fault of a screen.
configure({ asyncUtilTimeout: 60_000 })

await startTexts(async language => testTexts[language], 'it')
beforeEach(() => setLanguage('it'))
afterEach(() => {
  cleanup()
  notifications.clean()
  window.innerWidth = DESK
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the product keeps its preferences in cookies.
    document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`
  }
  forgetPreferences()
  vi.useRealTimers()
  vi.restoreAllMocks()
  // The state of the server, its clock and the clipboard in one test must not affect the next one.
  learnClock(new Date().toUTCString())
  serverConnection.heard()
  serverConnection.paused(false)
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'clipboard')
  vi.stubGlobal('ResizeObserver', Observer)
  vi.stubGlobal('IntersectionObserver', InSight)
})
