// At which zoom of the map a track is drawn at which level of detail. Pure.
import type { drawnLevels, trackLevels } from './contract.ts'

type DrawnLevel = (typeof drawnLevels)[number]
/** The zooms from which a level's lines visibly differ from those of the level before it: its tolerance is about three pixels there. */
const zooms = { exact: 13, fine: 10.5, middle: 8 } as const

/** For a track loaded at a level: which finer level is drawn at a zoom; null: none. */
export const detailAt: Readonly<
  Record<(typeof trackLevels)[number], (zoom: number) => DrawnLevel | null>
> = {
  fine: zoom => (zoom >= zooms.exact ? 'exact' : null),
  middle: zoom => (zoom >= zooms.fine ? (detailAt.fine(zoom) ?? 'fine') : null),
  coarse: zoom => (zoom >= zooms.middle ? (detailAt.middle(zoom) ?? 'middle') : null),
}
