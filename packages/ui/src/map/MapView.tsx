// The map: MapLibre over the embedded base map or a provider's; what panels cover of it is told to the camera.
import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import { API } from '@flotta/core/contract.ts'
import type { Language } from '@flotta/core/languages.ts'
import type { TFunction } from 'i18next'
import type * as maplibre from 'maplibre-gl'
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useIsIdle } from '../idle.ts'
import { currentLanguage } from '../texts.ts'
import { removeAll } from './map-removal.ts'
import { OutlineDrawer } from './OutlineDrawer.tsx'
import type { CoveredEdges } from './place.ts'
import { PointChooser } from './point.tsx'
import { leaveMap, MAX_ZOOM, type ProvidedStyle, takeMap, type View } from './spare-map.ts'
import { useStage } from './stage.tsx'
import {
  EMBEDDED_ATTRIBUTION,
  EMBEDDED_MAX_ZOOM,
  type MapTheme,
  PUSHED,
  repaint,
  SHAPES_END,
} from './style.ts'

/** The centre and zoom of a map without vehicles (map.13). */
const HOME = { center: [10.393, 43.373] satisfies [number, number], zoom: 6 }
/** The largest zoom of the embedded map while it shows things of a few metres. */
const NEAR_ZOOM = 17
/** The notice that the map has no more details stays this long after the last try to zoom in. */
const END_MS = 4_000
const SATELLITE = 'satellite'
const SATELLITE_TILES = `${API}/tiles/satellite/{z}/{x}/{y}`

let hasWebGl: boolean | undefined
/** Whether the browser has WebGL; without it the screen shows everything except the map. The test is as slow as making a map, so it runs once. */
function canDraw(): boolean {
  hasWebGl ??= Boolean(document.createElement('canvas').getContext('webgl2'))
  return hasWebGl
}

/** The attribution that the sources of the map demand. */
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
  /** A provider's style with addresses below our origin; absent: the embedded base map. */
  readonly provided?: ProvidedStyle | undefined
  readonly satellite?: boolean | undefined
  /** Streets were chosen and cannot be loaded. */
  readonly streetsAway?: boolean | undefined
  /** Name of the map for readers of the screen. */
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

/** The covered edges as the style sheet reads them. */
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
/** Takes a map into the box while it is wanted, paints it in the theme, and gives it back afterwards. */
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

/** How far one may zoom in. @param ends the map is the embedded one, which ends before a provider's */
function useMaxZoom(map: maplibre.Map | null, ends: boolean): void {
  const { nearer } = useStage()
  useEffect(() => {
    map?.setMaxZoom(!ends ? MAX_ZOOM : nearer ? NEAR_ZOOM : EMBEDDED_MAX_ZOOM)
  }, [map, ends, nearer])
}

/** Satellite pictures below everything else. */
function useSatellite(map: maplibre.Map | null, isOn: boolean): void {
  useEffect(() => {
    if (map === null || !isOn) return
    map.addSource(SATELLITE, {
      type: 'raster',
      tiles: [`${location.origin}${SATELLITE_TILES}`],
      tileSize: 256,
    })
    map.addLayer({ id: SATELLITE, type: 'raster', source: SATELLITE }, 'slot-satellite')
    return () => removeAll(map, [SATELLITE], [SATELLITE])
  }, [map, isOn])
}

/** The one notice that matters most; false: none. */
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

/** Whether the map shows a place nearer than a zoom. */
function useZoomBeyond(map: maplibre.Map | null, limit: number): boolean {
  const [isBeyond, setBeyond] = useState(false)
  useEffect(() => {
    if (map === null) return
    const look = () => setBeyond(map.getZoom() > limit)
    look()
    const zooming = map.on('zoom', look)
    return () => zooming.unsubscribe()
  }, [map, limit])
  return isBeyond
}

/** Whether the last tile that was asked for did not come: its server is slow, wrong or away. */
function useMissingTiles(map: maplibre.Map | null): boolean {
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (map === null) return
    const stops = [
      map.on('error', event => {
        if ('tile' in event) setMissing(true)
      }),
      map.on('sourcedata', event => {
        if (event.tile !== undefined && event.tile.state === 'loaded') setMissing(false)
      }),
    ]
    return () => {
      for (const stop of stops) stop.unsubscribe()
      setMissing(false)
    }
  }, [map])
  return isMissing
}

/** True for a while after the person tried to zoom in farther than the embedded map allows: by wheel, double click, key or button. */
function usePushedPastEnd(map: maplibre.Map | null, ends: boolean): boolean {
  const [isPushed, setPushed] = useState(false)
  useEffect(() => {
    if (map === null || !ends) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const push = () => {
      if (map.getZoom() < map.getMaxZoom() - 0.01) return
      setPushed(true)
      clearTimeout(timer)
      timer = setTimeout(() => setPushed(false), END_MS)
    }
    const stops = [
      map.on('wheel', ({ originalEvent }) => {
        if (originalEvent.deltaY < 0) push()
      }),
      map.on('dblclick', ({ originalEvent }) => {
        if (!originalEvent.shiftKey) push()
      }),
    ]
    const container = map.getContainer()
    const key = (event: KeyboardEvent) => {
      if (event.key === '+' || event.key === '=') push()
    }
    container.addEventListener('keydown', key)
    container.addEventListener(PUSHED, push)
    return () => {
      for (const stop of stops) stop.unsubscribe()
      container.removeEventListener('keydown', key)
      container.removeEventListener(PUSHED, push)
      clearTimeout(timer)
      setPushed(false)
    }
  }, [map, ends])
  return isPushed
}
