// The colours with a meaning: severity, connection, fleets.
export const palette = {
  red: '#D32929',
  blue: '#2e51bb',
  green: '#13B176',
  yellow: '#FBC500',
  orange: '#F78B00',
  white: '#FFFFFF',
  black: '#000000',
} as const

/** Severity colours: 0 event, 1 warning, 2 alarm. */
export const severityColor = { 0: palette.blue, 1: palette.yellow, 2: palette.red } as const
