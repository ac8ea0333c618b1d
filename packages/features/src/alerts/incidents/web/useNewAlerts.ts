// Announces new alerts: by a toast in every tab; by sound and by a notification of the browser where the user allowed it, from one tab only and once for all that come together.
import { lead } from '@flotta/ui/leader.ts'
import { preference, usePreference } from '@flotta/ui/preferences.ts'
import { say } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActiveAlert } from '../contract.ts'
import { type Burst, burst } from './burst.ts'
import { leadsTo } from './leads.ts'
import { allowSound, playAlarm } from './sound.ts'

/** Most toasts at once. */
const TOASTS = 3
const plateOf = ({ plate }: ActiveAlert): string => plate ?? say('incidents.no_plate')

/** Whether the user has allowed notifications of the browser. */
export const mayNotify = (): boolean =>
  typeof Notification !== 'undefined' && Notification.permission === 'granted'

function showNotice(
  alerts: readonly ActiveAlert[],
  open: (alert: ActiveAlert | null) => void,
): void {
  const [first] = alerts
  if (first === undefined || !mayNotify()) return
  const one = alerts.length === 1
  const notice = new Notification(
    one ? plateOf(first) : say('incidents.new_alarms', { count: alerts.length }),
    {
      body: one ? first.description : [...new Set(alerts.map(plateOf))].slice(0, 6).join(', '),
      icon: '/favicon.svg',
      // A notification with the same tag replaces the one before.
      tag: 'flotta-alerts',
    },
  )
  notice.onclick = () => {
    window.focus()
    notice.close()
    open(one ? first : null)
  }
}

/**
 * Announces new alerts.
 * @param alerts the open ones; undefined while they are loading
 */
export function useNewAlerts(alerts: readonly ActiveAlert[] | undefined, notify: boolean): void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [sound] = usePreference('alert_sound')
  /** Ids ever seen: an alert whose acknowledgement was taken back returns to the list and is not new. */
  const knownIds = useRef<Set<string> | null>(null)
  const toasts = useRef<Burst<ActiveAlert> | null>(null)

  useEffect(() => {
    const end = new AbortController()
    const { leads } = lead('flotta-alerts', end.signal)
    toasts.current = burst(news => {
      if (!leads()) return
      if (preference('alert_sound')) playAlarm()
      if (preference('alert_desktop'))
        showNotice(
          news,
          alert =>
            void (alert === null
              ? navigate({ to: '/active-alerts' })
              : navigate({ to: '/global-map', search: leadsTo(alert) })),
        )
    })
    return () => {
      toasts.current?.stop()
      end.abort()
    }
  }, [navigate])

  useEffect(() => {
    if (!sound) return
    const end = new AbortController()
    for (const touch of ['pointerdown', 'keydown'])
      document.addEventListener(touch, allowSound, { once: true, signal: end.signal })
    return () => end.abort()
  }, [sound])

  useEffect(() => {
    if (alerts === undefined) return
    const before = knownIds.current
    knownIds.current = new Set([...(before ?? []), ...alerts.map(a => a.id)])
    if (before === null || !notify) return
    const fresh = alerts.filter(a => !before.has(a.id))
    const least = preference('alert_warnings') ? 1 : 2
    toasts.current?.add(fresh.filter(a => a.severity >= least))
    for (const alert of fresh.filter(a => a.severity === 2).slice(0, TOASTS))
      toast.alarm(alert.description, {
        id: alert.id,
        title: plateOf(alert),
        action: {
          label: t('incidents.show'),
          onClick: () => void navigate({ to: '/global-map', search: leadsTo(alert) }),
        },
      })
  }, [alerts, notify, navigate, t])
}
