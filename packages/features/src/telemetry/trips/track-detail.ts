// From how near a track is drawn how exactly. Pure.
import type { drawnLevels, trackLevels } from './contract.ts'

type DrawnLevel = (typeof drawnLevels)[number]
/** Zooms from which lines of a level are seen to differ from those of the level before it: its tolerance is some three pixels there. */
const zooms = { exact: 13, fine: 10.5, middle: 8 } as const

/** By the level of the lines that are there from afar: which other lines are drawn at a zoom; null: none. */
export const detailAt: Readonly<
  Record<(typeof trackLevels)[number], (zoom: number) => DrawnLevel | null>
> = {
  fine: zoom => (zoom >= zooms.exact ? 'exact' : null),
  middle: zoom => (zoom >= zooms.fine ? (detailAt.fine(zoom) ?? 'fine') : null),
  coarse: zoom => (zoom >= zooms.middle ? (detailAt.middle(zoom) ?? 'middle') : null),
}
