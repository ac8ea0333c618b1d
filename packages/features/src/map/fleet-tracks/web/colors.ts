// The colours of the tracks: those of the fleets, or one for all.
import { trackColor } from '@flotta/ui/map/drawing.ts'
import type { MapTheme } from '@flotta/ui/map/style.ts'
import type { Fleet } from '../../../fleet/fleets/contract.ts'

export type TrackColoring = 'fleet' | 'density'
/** For vehicles without a fleet. */
const NO_FLEET: Readonly<Record<MapTheme, string>> = { light: '#66707f', dark: '#8e98a8' }

export function colorsOf(
  color: TrackColoring,
  fleets: readonly Fleet[] | undefined,
  theme: MapTheme,
): (fleet_id: number | null) => string {
  if (color === 'density') return () => trackColor[theme]
  const byFleet = new Map((fleets ?? []).map(fleet => [fleet.id, fleet.color]))
  return fleet_id => (fleet_id === null ? undefined : byFleet.get(fleet_id)) ?? NO_FLEET[theme]
}
