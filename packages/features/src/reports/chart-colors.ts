// The colours of a chart's lines, on paper and in spreadsheets.
const COLORS = [
  '#2e51bb',
  '#c2410c',
  '#0f766e',
  '#7e22ce',
  '#b45309',
  '#0369a1',
  '#be123c',
  '#4d7c0f',
] as const

/** A series with `like` has the colour of that series; each other one has the next colour. */
export function seriesColors(series: readonly { readonly like?: number }[]): string[] {
  const ownColors = series.flatMap((s, i) => (s.like === undefined ? [i] : []))
  return series.map((s, i) => COLORS[ownColors.indexOf(s.like ?? i) % COLORS.length] ?? COLORS[0])
}
