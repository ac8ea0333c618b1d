// The colours of series: none of those that mean something (severity, connection), each 3 : 1 or more against the ground it stands on.

export type Scheme = 'light' | 'dark'
export const seriesColors = {
  light: [
    '#2e51bb',
    '#0b7285',
    '#9c36b5',
    '#a35900',
    '#5f6a7b',
    '#1971c2',
    '#b83280',
    '#5f3dc4',
    '#587a0c',
    '#7a4b2a',
  ],
  dark: [
    '#7594dd',
    '#3bc9db',
    '#da77f2',
    '#fb9f4b',
    '#a5aebc',
    '#4dabf7',
    '#f783ac',
    '#9775fa',
    '#a9c653',
    '#c9a17f',
  ],
} as const satisfies Record<Scheme, readonly string[]>

export const colorOf = (index: number, scheme: Scheme): string =>
  seriesColors[scheme][index % seriesColors[scheme].length] ?? seriesColors[scheme][0]
