// The preferences of a person, stored in cookies for 365 days (general.9): language, theme, notices, visible fleets, sizes of panels. They contain no
// credentials.
import { Language } from '@flotta/core/languages.ts'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { installation } from './installation.ts'

export const ColorScheme = z.enum(['auto', 'light', 'dark'])
export type ColorScheme = z.infer<typeof ColorScheme>

const shapes = {
  language: Language,
  notify_alerts: z.boolean(),
  notify_notifications: z.boolean(),
  /** whether new alarms play a sound */
  alert_sound: z.boolean(),
  /** whether new alarms show a notification of the browser */
  alert_desktop: z.boolean(),
  /** whether warnings do both as well */
  alert_warnings: z.boolean(),
  color_scheme: ColorScheme,
  /** ids of the visible fleets; none: all vehicles */
  fleets: z.array(z.int()),
  /** service whose tab was opened last in a vehicle's panel */
  tab: z.string(),
  /** panel name → its size, pixels */
  panels: z.record(z.string(), z.number()),
  /** layer of the map → whether it is visible */
  layers: z.record(z.string(), z.boolean()),
  /** list → its view, and the columns of its table */
  lists: z.record(
    z.string(),
    z.object({
      view: z.enum(['cards', 'table']).optional(),
      columns: z.array(z.string()).optional(),
    }),
  ),
  /** whether the side menu shows words beside its icons */
  wide_menu: z.boolean(),
  /** paper of receipts */
  paper: z.enum(['a4', '80mm']),
}
export type Preferences = { readonly [K in keyof typeof shapes]: z.infer<(typeof shapes)[K]> }
const defaults: Preferences = {
  language: installation.language,
  notify_alerts: true,
  notify_notifications: true,
  alert_sound: false,
  alert_desktop: false,
  alert_warnings: false,
  color_scheme: 'auto',
  fleets: [],
  tab: '',
  panels: {},
  layers: {},
  lists: {},
  wide_menu: false,
  paper: 'a4',
}

const DAYS = 365
const listeners = new Set<() => void>()
const values = new Map<keyof Preferences, unknown>()
/** Preferences whose cookie is known to exist. Reading cookies is slow. */
const storedCookies = new Set<keyof Preferences>()

function cookie(name: string): string | undefined {
  const entry = document.cookie.split('; ').find(c => c.startsWith(`${name}=`))
  return entry === undefined ? undefined : decodeURIComponent(entry.slice(name.length + 1))
}
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The stored preference, or its default when it is absent or unreadable. */
export function preference<K extends keyof Preferences>(name: K): Preferences[K] {
  if (!values.has(name)) {
    const text = cookie(name)
    const parsedValue = shapes[name].safeParse(text === undefined ? undefined : parseJson(text))
    values.set(name, parsedValue.success ? parsedValue.data : defaults[name])
  }
  return values.get(name) as Preferences[K]
}

/** Whether the person has ever chosen it in this browser. */
export function isKept(name: keyof Preferences): boolean {
  if (!storedCookies.has(name) && cookie(name) !== undefined) storedCookies.add(name)
  return storedCookies.has(name)
}

export function setPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
  values.set(name, value)
  storedCookies.add(name)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and on plain http.
  document.cookie = `${name}=${encodeURIComponent(text)}; Path=/; Max-Age=${DAYS * 86_400}; SameSite=Lax${secure}`
  for (const listener of listeners) listener()
}

/** Reads the cookies again at the next use. */
export function forgetPreferences(): void {
  values.clear()
  storedCookies.clear()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const subscribePreferences = subscribe

/** `const [on, setOn] = usePreference('notify_alerts')` */
export function usePreference<K extends keyof Preferences>(
  name: K,
): readonly [Preferences[K], (value: Preferences[K]) => void] {
  const value = useSyncExternalStore(subscribe, () => preference(name))
  return [value, next => setPreference(name, next)]
}
