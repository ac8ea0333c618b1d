// The colours of series: different from those with a meaning (severity, connection), each with a contrast of 3 : 1 or more on its background.

export type Scheme = 'light' | 'dark'
const pairs: readonly (readonly [light: string, dark: string])[] = [
  ['#2e51bb', '#7594dd'],
  ['#0b7285', '#3bc9db'],
  ['#9c36b5', '#da77f2'],
  ['#a35900', '#fb9f4b'],
  ['#5f6a7b', '#a5aebc'],
  ['#1971c2', '#4dabf7'],
  ['#b83280', '#f783ac'],
  ['#5f3dc4', '#9775fa'],
  ['#587a0c', '#a9c653'],
  ['#7a4b2a', '#c9a17f'],
]
export const seriesColors: Readonly<Record<Scheme, readonly string[]>> = {
  light: pairs.map(([light]) => light),
  dark: pairs.map(([, dark]) => dark),
}

export const colorOf = (index: number, scheme: Scheme): string =>
  seriesColors[scheme][index % pairs.length] ?? ''

/** Index of the first colour of spans, after those that lines usually have. */
export const SPAN_COLOR = 4
