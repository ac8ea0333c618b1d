// Words, numbers and times in the reader's language. Each language is a chunk of texts that is loaded when it is needed.
import { lengthOf } from '@flotta/core/durations.ts'
import {
  FALLBACK_LANGUAGE,
  LAST_LANGUAGE,
  type Language,
  languages,
} from '@flotta/core/languages.ts'
import i18next, { type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { now } from './clock.ts'
import { TextParts } from './text-parts.ts'

export interface TextTree {
  readonly [key: string]: string | TextTree
}
export type LoadTexts = (language: Language) => Promise<TextTree>

let parts: TextParts | null = null

/** The count in a text is written as a number; other values may be a year or an address and stay unchanged. */
const countsAsNumbers: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, _language, options) =>
    options?.interpolationkey === 'count' && typeof value === 'number'
      ? formatNumber(value)
      : value,
}

/**
 * Starts i18next with the first texts of `language`; keys are whole: `t('fleets.title')`.
 * @param first the texts that the first screens need; default: all
 */
export async function startTexts(
  all: LoadTexts,
  language: Language,
  first: LoadTexts = all,
): Promise<void> {
  const adding = (load: LoadTexts) => async (language: Language) => {
    i18next.addResourceBundle(language, 'translation', await load(language), true, true)
  }
  await i18next
    .use(initReactI18next)
    .use(countsAsNumbers)
    .init({
      lng: language,
      fallbackLng: LAST_LANGUAGE,
      resources: {},
      partialBundledLanguages: true,
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
      // What is open while its texts load is drawn again when they are there.
      react: { useSuspense: false, bindI18nStore: 'added' },
    })
  parts = new TextParts(adding(first), adding(all))
  await parts.load(language)
  mark(language)
}

/** Loads all texts, which every screen but the first ones needs before it is shown. */
export async function completeTexts(): Promise<void> {
  parts?.requireAll()
  await parts?.load(currentLanguage())
}
/** Changes the language of the page; the texts are loaded first, so nothing is shown half translated. */
export async function setLanguage(language: Language): Promise<void> {
  await parts?.load(language)
  await i18next.changeLanguage(language)
  mark(language)
}

function mark(language: Language): void {
  if (typeof document !== 'undefined') document.documentElement.lang = language
}

export const currentLanguage = (): Language =>
  languages.find(language => language === i18next.language) ?? FALLBACK_LANGUAGE

/** A text outside of a component; inside, `const { t } = useTranslation()` follows a change of language. */
export const say = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
  i18next.t(key, values)
/** Whether a text exists under this key. */
export const isText = (key: string): boolean => i18next.exists(key)

/** Formatters are expensive to make, so each is made once for a language. */
function onceOfLanguage<Arguments extends readonly (string | number | undefined)[], Format>(
  make: (language: Language, ...args: Arguments) => Format,
): (...args: Arguments) => Format {
  const formats = new Map<string, Format>()
  return (...args) => {
    const language = currentLanguage()
    const key = `${language} ${args.join(' ')}`
    let format = formats.get(key)
    if (format === undefined) {
      format = make(language, ...args)
      formats.set(key, format)
    }
    return format
  }
}

/** Units that a language writes in its own way. */
const UNIT_FORMATS = {
  '%': { style: 'percent' },
  '€': { style: 'currency', currency: 'EUR' },
} as const satisfies Readonly<Record<string, Intl.NumberFormatOptions>>
type FormattedUnit = keyof typeof UNIT_FORMATS
const isFormattedUnit = (unit: string | undefined): unit is FormattedUnit =>
  unit !== undefined && Object.hasOwn(UNIT_FORMATS, unit)
const numberFormat = onceOfLanguage(
  (language, decimals: number, unit: FormattedUnit | undefined) =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      ...(unit !== undefined && UNIT_FORMATS[unit]),
      useGrouping: true,
    }),
)
/** Shown for a value that was never known. */
export const DASH = '—'

/**
 * `formatNumber(-18.4, { unit: '°C', decimals: 1 })` → `−18,4 °C`. Null and undefined give "—". The position of the units `%` and `€` depends on the
 * language.
 */
export function formatNumber(
  value: number | null | undefined,
  { unit, decimals = 0 }: { readonly unit?: string; readonly decimals?: number } = {},
): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return DASH
  const knownUnit = isFormattedUnit(unit) ? unit : undefined
  const clean = Number(value.toFixed(decimals)) === 0 ? 0 : value
  const text = numberFormat(decimals, knownUnit)
    .format(knownUnit === '%' ? clean / 100 : clean)
    .replace('-', '\u2212')
  return unit === undefined || knownUnit !== undefined ? text : `${text}\u00a0${unit}`
}

export type Time = string | number | Date
const epoch = (at: Time): number =>
  typeof at === 'number' ? at : at instanceof Date ? at.getTime() : Date.parse(at)
const two = (n: number): string => String(n).padStart(2, '0')

/** In the browser's zone: `datetime` dd/MM/yyyy HH:mm, `seconds` with :ss, `date` dd/MM/yyyy, `time` HH:mm (general.25 to general.28). */
export function formatDateTime(
  at: Time | null | undefined,
  form: 'datetime' | 'seconds' | 'date' | 'time' = 'datetime',
): string {
  if (at === null || at === undefined) return DASH
  const d = new Date(epoch(at))
  if (Number.isNaN(d.getTime())) return DASH
  const date = `${two(d.getDate())}/${two(d.getMonth() + 1)}/${d.getFullYear()}`
  const time = `${two(d.getHours())}:${two(d.getMinutes())}`
  if (form === 'date') return date
  if (form === 'time') return time
  return form === 'seconds' ? `${date} ${time}:${two(d.getSeconds())}` : `${date} ${time}`
}

const monthFormat = onceOfLanguage(
  (language, form: 'long' | 'short') =>
    new Intl.DateTimeFormat(language, {
      month: form,
      year: form === 'long' ? 'numeric' : '2-digit',
      timeZone: 'UTC',
    }),
)
/** The month of a day (`2026-11-03`): "novembre 2026", short "nov 26". */
export const formatMonth = (day: string, form: 'long' | 'short' = 'long'): string =>
  monthFormat(form).format(new Date(`${day}T00:00:00Z`))

/** Minutes, hours and seconds with their symbols where a language would abbreviate words: `14 min ago`, `6 h`, `17 s fa`. */
const withSigns = (text: string): string =>
  text
    .replace(/\bhr\b\.?/, 'h')
    .replace(/\bmin\./, 'min')
    .replace(/\bsec\b\.?/, 's')
const relativeFormat = onceOfLanguage(
  (language, numeric: 'auto' | 'always') =>
    new Intl.RelativeTimeFormat(language, { style: 'short', numeric }),
)
/** How long ago, or how long until: "2 min fa", "ieri". Under 10 s: "ora". */
export function formatRelative(at: Time, reference: number = now()): string {
  const seconds = Math.round((epoch(at) - reference) / 1000)
  const size = Math.abs(seconds)
  const format = relativeFormat(size < 10 ? 'auto' : 'always')
  const ago = (count: number, unit: 'second' | 'minute' | 'hour' | 'day') =>
    withSigns(format.format(Math.trunc(count), unit))
  if (size < 10) return ago(0, 'second')
  if (size < 60) return ago(seconds, 'second')
  if (size < 3600) return ago(seconds / 60, 'minute')
  if (size < 86_400) return ago(seconds / 3600, 'hour')
  if (size < 86_400 * 60) return ago(seconds / 86_400, 'day')
  return formatDateTime(at, 'date')
}

const unitFormat = onceOfLanguage(
  (language, unit: 'day' | 'hour' | 'minute' | 'second') =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'day' ? 'long' : 'short',
    }),
)

/** A duration in its largest unit alone, where there is little space. */
export function formatRoughly(seconds: number): string {
  const unit = [86_400, 3_600].find(length => seconds >= length) ?? 1
  return formatDuration(Math.floor(seconds / unit) * unit)
}
/** A duration in its two largest units: "2 h 5 min"; seconds only under a minute. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return DASH
  const s = Math.max(0, Math.round(seconds))
  if (s < 60) return withSigns(unitFormat('second').format(s))
  const { days, hours, minutes } = lengthOf(s)
  const parts: [number, 'day' | 'hour' | 'minute'][] = [
    [days, 'day'],
    [hours, 'hour'],
    [minutes, 'minute'],
  ]
  return parts
    .filter(([n]) => n > 0)
    .map(([n, unit]) => withSigns(unitFormat(unit).format(n)))
    .join(' ')
}
