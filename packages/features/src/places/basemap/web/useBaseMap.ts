// The base of every map: the essential map, the installation's streets in the reader's theme and language, satellite images where the customer has them; and
// the zoom for a single place.
import { NO_CUSTOMER } from '@flotta/core/live.ts'
import { query } from '@flotta/ui/api.ts'
import type { LayerChoice, MapLayer } from '@flotta/ui/map/Layers.tsx'
import type { MapViewProps } from '@flotta/ui/map/MapView.tsx'
import type { MapTheme } from '@flotta/ui/map/style.ts'
import { usePreference } from '@flotta/ui/preferences.ts'
import { currentLanguage } from '@flotta/ui/texts.ts'
import { useComputedColorScheme } from '@mantine/core'
import { keepPreviousData, type Query, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type About, about } from '../../../people/auth/about.ts'
import { customerQuery } from '../../../people/auth/web/account.ts'
import { style } from '../contract.ts'
import { loadPublicStyle } from './public-style.ts'

/** Zoom to which the map moves, unless the base map ends earlier. */
const FOCUS_ZOOM = 15
const EMBEDDED_FOCUS_ZOOM = 11
/** If streets take longer to load, the essential map is shown until they are ready, ms. */
const PATIENCE_MS = 2_000
/** Interval of loading streets again after a failure, ms; also done when the reader returns to the page. */
const RETRY_MS = 30_000
const retryInterval = ({ state }: Pick<Query, 'state'>): number | false =>
  state.status === 'error' ? RETRY_MS : false

export interface BaseMap {
  readonly view: Pick<MapViewProps, 'theme' | 'provided' | 'satellite' | 'streetsAway'>
  /** Whether the installation's data are loaded, so that the right map is drawn at once. */
  readonly drawable: boolean
  readonly focusZoom: number
  /** The layers, as the map's buttons need them. */
  readonly layers: LayerChoice
}
export function useBaseMap(): BaseMap {
  const theme = useComputedColorScheme('light')
  const { data: installation, isFetched } = useQuery({
    ...query(about, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const layers = useLayers(installation)
  const wantsStreets = layers.offered.includes('streets') && layers.chosen !== 'essential'
  const streets = useStreets(installation, theme, wantsStreets)
  const isMissing = wantsStreets && streets.data === undefined
  const isSlow = useOutlastsPatience(isMissing)
  return {
    view: {
      theme,
      // streets that cannot be loaded leave the essential map
      provided: wantsStreets ? streets.data : undefined,
      satellite: layers.chosen === 'satellite',
      streetsAway: isMissing && (isSlow || streets.errorUpdateCount > 0),
    },
    drawable: isFetched && (!isMissing || isSlow || streets.isFetched),
    focusZoom: wantsStreets
      ? Math.min(FOCUS_ZOOM, installation?.map.max_zoom ?? FOCUS_ZOOM)
      : EMBEDDED_FOCUS_ZOOM,
    layers,
  }
}

/** Whether the map has been missing for longer than people wait. */
function useOutlastsPatience(isMissing: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isMissing) return
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isMissing])
  return isLong
}

/** Streets are shown where they exist, unless the reader prefers the essential map. */
function useLayers(installation: About | undefined): LayerChoice {
  const { data: customer } = useQuery(customerQuery)
  const [preference, setPreference] = usePreference('layers')
  // people without a company may not load the server's streets
  const hasOwnStreets = installation?.map.style === true && customer?.id !== NO_CUSTOMER
  const hasStreets = hasOwnStreets || installation?.map.public_style != null
  const hasSatellite =
    installation?.satellite === true &&
    customer?.configurations.some(c => c.parameter === 'maps_view_satellite' && c.value === '1') ===
      true
  const offered: readonly MapLayer[] = [
    'essential',
    ...(hasStreets ? ['streets' as const] : []),
    ...(hasSatellite ? ['satellite' as const] : []),
  ]
  const base = hasStreets && preference.essential !== true ? 'streets' : 'essential'
  return {
    offered,
    chosen: hasSatellite && preference.satellite === true ? 'satellite' : base,
    onChoose: layer =>
      setPreference({
        ...preference,
        satellite: layer === 'satellite',
        ...(layer !== 'satellite' && { essential: layer === 'essential' }),
      }),
  }
}

/** The style of the streets in the reader's theme and language: from the server, else from the public service that the operator turned on. */
function useStreets(installation: About | undefined, theme: MapTheme, wanted: boolean) {
  // renders the screen again when the reader's language changes
  useTranslation()
  const language = currentLanguage()
  const isOurs = installation?.map.style === true
  const publicUrl = installation?.map.public_style?.[theme]
  const ownStyle = useQuery({
    ...query(style, { params: { theme }, query: { language } }),
    enabled: wanted && isOurs,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: retryInterval,
    placeholderData: keepPreviousData,
  })
  const publicStyle = useQuery({
    queryKey: ['public streets', publicUrl, language],
    queryFn: ({ signal }) => loadPublicStyle(publicUrl ?? '', language, signal),
    enabled: wanted && !isOurs && publicUrl !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: retryInterval,
    placeholderData: keepPreviousData,
    retry: 1,
  })
  return isOurs ? ownStyle : publicStyle
}
