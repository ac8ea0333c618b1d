// New alarms are announced: by sound and by the browser where the user allowed it, once per burst, from the leading tab.
import { preference, setPreference } from '@flotta/ui/preferences.ts'
import { show, signIn } from '@flotta/ui/testing.tsx'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ActiveAlert } from '../contract.ts'
import { AlertPreferences } from './AlertPreferences.tsx'
import { burst, LINGER, PAUSE } from './burst.ts'
import { withoutMarks } from './testing.ts'
import { useNewAlerts } from './useNewAlerts.ts'

const alert = (n: number, severity: 0 | 1 | 2 = 2): ActiveAlert => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  alert_id: 36,
  customer_id: null,
  severity,
  code: 'voltage_alarm',
  description: 'Tensione critica',
  created_at: '2026-11-03T09:05:00.000Z',
  plate: `FR00${n}KL`,
  position: null,
  with_place: false,
  ...withoutMarks,
  pivot: { vehicle_id: n },
})

/** What the browser was asked to play and to show. */
let tones = 0
let notices: { readonly title: string; readonly body: string | undefined }[] = []
class Sound {
  state = 'running'
  currentTime = 0
  destination = {}
  resume = async () => {}
  createOscillator = () => ({
    frequency: {},
    connect: (next: unknown) => next,
    start: () => void tones++,
    stop: () => {},
  })
  createGain = () => ({
    gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
    connect: () => {},
  })
}
class Notice {
  static permission: NotificationPermission = 'default'
  static answer: NotificationPermission = 'granted'
  static requestPermission = async () => {
    Notice.permission = Notice.answer
    return Notice.answer
  }
  constructor(title: string, { body }: NotificationOptions = {}) {
    notices.push({ title, body })
  }
}
beforeEach(() => {
  signIn()
  for (const name of ['alert_sound', 'alert_desktop', 'alert_warnings'] as const)
    setPreference(name, false)
  tones = 0
  notices = []
  Notice.permission = 'default'
  Notice.answer = 'granted'
  vi.stubGlobal('AudioContext', Sound)
  vi.stubGlobal('Notification', Notice)
})

describe('a burst', () => {
  test('is announced once, and the next one only after a pause', () => {
    vi.useFakeTimers()
    const bursts: number[][] = []
    const { add, stop } = burst<number>(items => bursts.push([...items]))
    add([])
    add([1])
    vi.advanceTimersByTime(LINGER / 2)
    add([2, 3])
    vi.advanceTimersByTime(LINGER / 2)
    expect(bursts).toEqual([[1, 2, 3]])
    add([4])
    vi.advanceTimersByTime(PAUSE - 1)
    add([5])
    expect(bursts).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(bursts).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
    add([6])
    stop()
    vi.advanceTimersByTime(2 * PAUSE)
    expect(bursts).toHaveLength(2)
  })
})

function Announcer({ alerts }: { readonly alerts: readonly ActiveAlert[] | undefined }) {
  useNewAlerts(alerts, true)
  return null
}
/** Shows these lists one after the other, and lets the time of a burst pass. */
async function announcementsOf(...lists: readonly ActiveAlert[][]) {
  let next: (alerts: readonly ActiveAlert[]) => void = () => {}
  const { useState } = await import('react')
  function Sequence() {
    const [alerts, set] = useState<readonly ActiveAlert[] | undefined>(lists[0])
    next = set
    return <Announcer alerts={alerts} />
  }
  await show(<Sequence />)
  vi.useFakeTimers()
  for (const list of lists.slice(1)) act(() => next(list))
  act(() => void vi.advanceTimersByTime(LINGER + PAUSE))
  vi.useRealTimers()
}
const allow = () => {
  Notice.permission = 'granted'
  setPreference('alert_sound', true)
  setPreference('alert_desktop', true)
  document.dispatchEvent(new Event('pointerdown'))
}

test('without the person’s permission there is no sound and no notification [alerts.104]', async () => {
  await announcementsOf([], [alert(1)])
  expect([tones, notices]).toEqual([0, []])
})
test('alerts present at the start or coming back are not new, and alerts that come together make one notification [alerts.105]', async () => {
  allow()
  const { allowSound } = await import('./sound.ts')
  allowSound()
  await announcementsOf(
    [alert(1)],
    [alert(1), alert(2), alert(3, 1)],
    [alert(2)],
    [alert(1), alert(2), alert(4)],
  )
  expect(notices).toEqual([{ title: '2 nuovi allarmi', body: 'FR002KL, FR004KL' }])
  expect(tones).toBe(2)
})
test('a single alert is announced with its plate, and warnings are announced if the person has chosen so', async () => {
  allow()
  setPreference('alert_warnings', true)
  await announcementsOf([], [alert(5, 1), alert(6, 0)])
  expect(notices).toEqual([{ title: 'FR005KL', body: 'Tensione critica' }])
})

test('only the switch asks the browser for permission; after a refusal the screen explains it, and the switch stays off', async () => {
  Notice.answer = 'denied'
  await show(<AlertPreferences />)
  await userEvent.click(screen.getByRole('button', { name: 'Suono e notifiche del browser' }))
  const desktop = screen.getByRole('switch', { name: 'Notifica del browser' })
  expect(screen.getByRole('switch', { name: /Anche per le avvertenze/ })).toBeDisabled()
  await userEvent.click(desktop)
  expect(await screen.findByText(/Il browser non lo permette/)).toBeInTheDocument()
  expect([desktop, preference('alert_desktop')]).toEqual([desktop, false])
  expect(desktop).not.toBeChecked()
  Notice.answer = 'granted'
  await userEvent.click(desktop)
  expect(desktop).toBeChecked()
  expect(document.cookie).toContain('alert_desktop=true')
  await userEvent.click(screen.getByRole('switch', { name: 'Suono ai nuovi allarmi' }))
  expect(document.cookie).toContain('alert_sound=true')
  expect(screen.getByRole('switch', { name: /Anche per le avvertenze/ })).toBeEnabled()
})
