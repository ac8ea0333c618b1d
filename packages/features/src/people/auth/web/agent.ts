// The browser and device of a user agent; their names are brands, the same in every language.

export interface Agent {
  readonly browser: string | null
  readonly system: string | null
  readonly form: 'phone' | 'tablet' | 'desktop' | 'unknown'
}

/** The first match counts, because browsers also name the ones that they descend from. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
]
const systems: readonly (readonly [string, RegExp, Agent['form']])[] = [
  ['iPhone', /\biPhone\b/, 'phone'],
  ['iPad', /\biPad\b/, 'tablet'],
  ['Android', /\bAndroid\b.*\bMobile\b/, 'phone'],
  ['Android', /\bAndroid\b/, 'tablet'],
  ['Windows', /\bWindows\b/, 'desktop'],
  ['ChromeOS', /\bCrOS\b/, 'desktop'],
  ['macOS', /\bMacintosh\b/, 'desktop'],
  ['Linux', /\bLinux\b/, 'desktop'],
]

export function agentOf(text: string | null): Agent {
  const agentText = text ?? ''
  const [system = null, , form = 'unknown'] =
    systems.find(([, pattern]) => pattern.test(agentText)) ?? []
  return {
    browser: browsers.find(([, pattern]) => pattern.test(agentText))?.[0] ?? null,
    system,
    form,
  }
}
