// The map: MapLibre with the embedded base map or that of a provider; the camera knows which part of it panels cover.
import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import type { Language } from '@flotta/core/languages.ts'
import type { TFunction } from 'i18next'
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useIsIdle } from '../idle.ts'
import { currentLanguage } from '../texts.ts'
import { SHAPES_END } from './base-map.ts'
import {
  useMaxZoom,
  useMissingTiles,
  usePushedPastEnd,
  useSatellite,
  useZoomBeyond,
} from './map-state.ts'
import { OutlineDrawer } from './OutlineDrawer.tsx'
import type { CoveredEdges } from './place.ts'
import { PointChooser } from './point.tsx'
import { leaveMap, type ProvidedStyle, takeMap, type View } from './spare-map.ts'
import { useStage } from './stage.tsx'
import { EMBEDDED_ATTRIBUTION, type MapTheme, repaint } from './style.ts'

/** The centre and zoom of a map without vehicles (map.13). */
const HOME = { center: [10.393, 43.373] satisfies [number, number], zoom: 6 }
let hasWebGl: boolean | undefined
/** Whether the browser has WebGL; without it the screen shows everything except the map. The test is as slow as making a map, so it runs once. */
function canDraw(): boolean {
  hasWebGl ??= Boolean(document.createElement('canvas').getContext('webgl2'))
  return hasWebGl
}

/** The attribution that the sources of the map require. */
const attributionOf = ({ sources }: ProvidedStyle): string =>
  [
    ...new Set(
      Object.values((sources ?? {}) as Record<string, { attribution?: string }>).flatMap(
        s => s.attribution ?? [],
      ),
    ),
  ].join(' · ')

export interface MapViewProps {
  readonly theme: MapTheme
  readonly covered: CoveredEdges
  /** A provider's style with addresses of this server; absent: the embedded base map. */
  readonly provided?: ProvidedStyle | undefined
  readonly satellite?: boolean | undefined
  /** Streets were chosen but cannot be loaded. */
  readonly streetsAway?: boolean | undefined
  /** Accessible name of the map. */
  readonly label: string
  readonly children?: ReactNode
}

export function MapView({
  theme,
  covered,
  provided,
  satellite = false,
  streetsAway = false,
  label,
  children,
}: MapViewProps) {
  const { t } = useTranslation()
  const language = currentLanguage()
  const { map, camera, choosing, drawing } = useStage()
  const box = useRef<HTMLDivElement>(null)
  // The content beside the map is shown first.
  const isIdle = useIsIdle()
  const drawable = !isIdle || canDraw()
  const ends = provided === undefined && !satellite
  useStandingMap(box, { theme, language, provided, isWanted: isIdle && drawable })

  useMaxZoom(map, ends)
  const atEnd = usePushedPastEnd(map, ends)
  const isMissingTiles = useMissingTiles(map)
  const isSketch = useZoomBeyond(map, SHAPES_END) && ends

  // The library names the canvas in English only, so the label is set here.
  useEffect(() => map?.getCanvas().setAttribute('aria-label', label), [map, label])

  useEffect(() => camera.cover(covered), [camera, covered])

  useSatellite(map, satellite)

  return (
    <section
      className="flotta-map"
      aria-label={label}
      data-up={map !== null}
      data-choosing={choosing !== null || drawing !== null || undefined}
      style={edgesOf(covered)}
    >
      <div ref={box} />
      <p className="flotta-map-notice">
        {provided === undefined
          ? `${EMBEDDED_ATTRIBUTION} · ${t(isSketch ? 'ui.map.sketch' : 'ui.map.approximate_roads')}`
          : attributionOf(provided)}
      </p>
      <p className="flotta-map-end" role="status">
        {noticeOf({ atEnd, streetsAway, isMissingTiles, isStarting: drawable && map === null }, t)}
      </p>
      {!drawable && (
        <p className="flotta-map-missing" role="alert">
          {t('ui.map.no_webgl')}
        </p>
      )}
      {map !== null && children}
      <PointChooser drawable={drawable} />
      <OutlineDrawer drawable={drawable} />
    </section>
  )
}

/** The covered edges as custom properties of the style sheet. */
const edgesOf = (covered: CoveredEdges) =>
  Object.fromEntries(
    Object.entries(covered).map(([edge, pixels]) => [`--covered-${edge}`, `${pixels}px`]),
  ) as CSSProperties

interface StandingMapOptions {
  readonly theme: MapTheme
  readonly language: Language
  readonly provided: ProvidedStyle | undefined
  readonly isWanted: boolean
}
/** Puts a map into the box while it is needed, sets its theme, and gives it back afterwards. */
function useStandingMap(
  box: RefObject<HTMLDivElement | null>,
  { theme, language, provided, isWanted }: StandingMapOptions,
): void {
  const { map, setStage } = useStage()
  const latest = useRef({ theme, language })
  latest.current = { theme, language }
  /** The view of the previous map: a provider has another map for each theme. */
  const view = useRef<View>(HOME)
  // The map is given back in a layout effect: before it loses its size, and without drawing it again.
  useLayoutEffect(() => {
    if (box.current === null || !isWanted) return
    const standingMap = takeMap(box.current, provided, latest.current, view.current)
    let standing = true
    const begin = () => {
      if (standing && standingMap.isUp) setStage(standingMap.map, latest.current.theme)
    }
    if (standingMap.isUp) begin()
    else void standingMap.up.then(begin)
    return () => {
      standing = false
      view.current = { center: standingMap.map.getCenter(), zoom: standingMap.map.getZoom() }
      setStage(null, latest.current.theme)
      leaveMap(standingMap)
    }
  }, [box, provided, setStage, isWanted])

  useEffect(() => {
    if (map === null) return
    if (provided === undefined) repaint(map, theme, language)
    setStage(map, theme)
  }, [map, theme, language, provided, setStage])
}

/** The most important notice; false: none. */
function noticeOf(
  state: {
    readonly atEnd: boolean
    readonly streetsAway: boolean
    readonly isMissingTiles: boolean
    readonly isStarting: boolean
  },
  t: TFunction,
): string | false {
  if (state.isStarting) return t('ui.map.starting')
  if (state.streetsAway) return t('ui.map.streets_away')
  if (state.isMissingTiles) return t('ui.map.tiles_missing')
  return state.atEnd && t('ui.map.ends')
}
