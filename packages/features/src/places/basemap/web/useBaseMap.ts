// The base map of every map: the installation's map in the reader's theme, satellite images where the
// customer has them, and the zoom to which the map moves for a single object.
import { query } from '@flotta/ui/api.ts'
import type { MapViewProps } from '@flotta/ui/map/MapView.tsx'
import { usePreference } from '@flotta/ui/preferences.ts'
import { useComputedColorScheme } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { about } from '../../../people/auth/about.ts'
import { customerQuery } from '../../../people/auth/web/account.ts'
import { style } from '../contract.ts'

/** Zoom to which the map moves, unless the base map ends earlier. */
const FOCUS_ZOOM = 15
const EMBEDDED_FOCUS_ZOOM = 11

export interface BaseMap {
  readonly view: Pick<MapViewProps, 'theme' | 'provided' | 'satellite'>
  /** Whether the installation is known, so that the right map is drawn at once. */
  readonly drawable: boolean
  readonly focusZoom: number
  /** The state of the satellite button; null: the button is hidden. */
  readonly satellite: boolean | null
  readonly onSatellite: (on: boolean) => void
}
export function useBaseMap(): BaseMap {
  const theme = useComputedColorScheme('light')
  const { data: installation, isFetched: isKnown } = useQuery({
    ...query(about, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data: customer } = useQuery(customerQuery)
  const [layers, keep] = usePreference('layers')
  const satellite = layers.satellite === true
  const hasSatellite =
    installation?.satellite === true &&
    customer?.configurations.some(c => c.parameter === 'maps_view_satellite' && c.value === '1') ===
      true
  const providedStyle = useQuery({
    ...query(style, { params: { theme } }),
    enabled: installation?.map.style === true,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  return {
    view: { theme, provided: providedStyle.data, satellite: hasSatellite && satellite },
    // When the provider's map fails, the embedded one is drawn.
    drawable: isKnown && (installation?.map.style !== true || providedStyle.isFetched),
    focusZoom: Math.min(FOCUS_ZOOM, installation?.map.max_zoom ?? EMBEDDED_FOCUS_ZOOM),
    satellite: hasSatellite ? satellite : null,
    onSatellite: on => keep({ ...layers, satellite: on }),
  }
}
