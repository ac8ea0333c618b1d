import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  forgetPreferences,
  isKept,
  preference,
  setPreference,
  subscribePreferences,
  usePreference,
} from './preferences.ts'
import { show } from './testing.tsx'

const writeCookie = (text: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the product keeps its preferences in cookies.
  document.cookie = `${text}; Path=/`
  forgetPreferences()
}

test('a preference has its default until a person chooses, and then the value of its cookie [general.9]', () => {
  expect([preference('paper'), isKept('paper')]).toEqual(['a4', false])
  setPreference('paper', '80mm')
  setPreference('panels', { list: 380 })
  expect(document.cookie).toContain('paper=80mm')
  forgetPreferences()
  expect([preference('paper'), isKept('paper')]).toEqual(['80mm', true])
  expect(preference('panels')).toEqual({ list: 380 })
})
test('alerts are announced until a person chooses otherwise, which their cookie remembers for 365 days [alerts.101]', () => {
  expect(preference('notify_alerts')).toBe(true)
  const write = vi.spyOn(document, 'cookie', 'set')
  setPreference('notify_alerts', false)
  expect(write.mock.calls).toEqual([
    [expect.stringMatching(/^notify_alerts=false; Path=\/; Max-Age=31536000;/)],
  ])
  write.mockRestore()
  forgetPreferences()
  expect(preference('notify_alerts')).toBe(false)
})
test.each([
  ['an unknown choice', 'color_scheme=purple'],
  ['another kind of value', 'color_scheme=7'],
  ['text that is no JSON', 'color_scheme=%7Bdark'],
])('%s counts as the default', (_, cookie) => {
  writeCookie(cookie)
  expect(preference('color_scheme')).toBe('auto')
})
test('a list of another shape counts as empty', () => {
  writeCookie(`fleets=${encodeURIComponent('["one"]')}`)
  expect(preference('fleets')).toEqual([])
})
test('every listener receives a choice until it unsubscribes', () => {
  const listener = vi.fn()
  const leave = subscribePreferences(listener)
  setPreference('alert_sound', true)
  expect(listener).toHaveBeenCalledTimes(1)
  leave()
  setPreference('alert_sound', false)
  expect(listener).toHaveBeenCalledTimes(1)
})
test('a screen follows a choice that another part of the page makes', async () => {
  function Sound() {
    const [on] = usePreference('alert_sound')
    return <output>{on ? 'on' : 'off'}</output>
  }
  await show(<Sound />)
  expect(screen.getByRole('status')).toHaveTextContent('off')
  act(() => setPreference('alert_sound', true))
  expect(screen.getByRole('status')).toHaveTextContent('on')
})
