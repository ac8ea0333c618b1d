// The map: MapLibre over the embedded base map or a provider's; what panels cover of it is told to the camera.
import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { PMTiles, Protocol } from 'pmtiles'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { API, session } from '../session.ts'
import { removeAll, takeDown } from './alive.ts'
import type { Covered } from './camera.ts'
import { drawOnDemand } from './icons.ts'
import { RangesOnce } from './ranges-once.ts'
import { useStage } from './stage.tsx'
import { EMBEDDED_ATTRIBUTION, EMBEDDED_FILE, embeddedStyle, MAP_FONT, type MapTheme, repaint, slots } from './style.ts'

// Version 6 wants its worker's address; without it the map stays blank.
maplibre.setWorkerUrl(workerUrl)
const protocol = new Protocol()
protocol.add(new PMTiles(new RangesOnce(EMBEDDED_FILE)))
maplibre.addProtocol('pmtiles', protocol.tile)

/** P §9: default centre and zoom. */
const HOME = { center: [10.393, 43.373] satisfies [number, number], zoom: 6 }
const FADE_MS = 100
const SATELLITE = 'satellite'
const SATELLITE_TILES = `${API}/tiles/satellite/{z}/{x}/{y}`

/** The map is drawn by the graphics card; a browser without it still shows everything beside the map. */
const canDraw = (): boolean => Boolean(document.createElement('canvas').getContext('webgl2'))

export interface MapViewProps {
  readonly theme: MapTheme
  readonly covered: Covered
  /** Address of a provider's style; absent: the embedded base map. */
  readonly styleUrl?: string | undefined
  /** The provider's own notice; absent: the embedded map's. */
  readonly attribution?: string | undefined
  readonly satellite?: boolean | undefined
  /** Name of the map for readers of the screen. */
  readonly label: string
  readonly children?: ReactNode
}

/** Own tiles go with the session's token in a header, never in the address. */
function withToken(token: () => string | null): maplibre.RequestTransformFunction {
  return url => {
    const bearer = token()
    return bearer !== null && url.startsWith(`${location.origin}${API}/`) ? { url, headers: { authorization: `Bearer ${bearer}` } } : { url }
  }
}

export function MapView({ theme, covered, styleUrl, attribution, satellite = false, label, children }: MapViewProps) {
  const { t } = useTranslation()
  const { map, camera, setStage } = useStage()
  const box = useRef<HTMLDivElement>(null)
  const [drawable] = useState(canDraw)
  const latest = useRef({ theme })
  latest.current = { theme }

  useEffect(() => {
    const container = box.current
    if (container === null || !drawable) return
    let token: string | null = null
    const renew = () =>
      void session.token().then(fresh => {
        token = fresh
      })
    renew()
    const stop = session.subscribe(renew)
    const own = new maplibre.Map({
      container,
      style: styleUrl ?? embeddedStyle(latest.current.theme),
      ...HOME,
      minZoom: 3,
      maxZoom: 19,
      maxPitch: 0,
      dragRotate: false,
      pitchWithRotate: false,
      attributionControl: false,
      // Short enough for pins not to flash; none at all would place every label anew in every frame.
      fadeDuration: FADE_MS,
      transformRequest: withToken(() => token),
    })
    own.touchZoomRotate.disableRotation()
    own.keyboard.disableRotation()
    own.addControl(new maplibre.ScaleControl({ maxWidth: 90 }), 'bottom-left')
    drawOnDemand(own)
    // An error that crossed from the worker would be logged by its class alone.
    own.on('error', ({ error }) => console.error(`map: ${error.message}`))
    let standing = true
    // Labels are drawn from the page's font: it must be there first.
    void Promise.allSettled([document.fonts.load(`14px "${MAP_FONT[0]}"`), own.once('style.load')]).then(() => {
      if (!standing) return
      for (const slot of slots) own.addLayer({ id: slot, type: 'background', layout: { visibility: 'none' } })
      setStage(own, latest.current.theme)
    })
    return () => {
      standing = false
      stop()
      setStage(null, latest.current.theme)
      takeDown(own)
    }
  }, [styleUrl, setStage, drawable])

  useEffect(() => {
    if (map === null) return
    if (styleUrl === undefined) repaint(map, theme)
    setStage(map, theme)
  }, [map, theme, styleUrl, setStage])

  useEffect(() => camera.cover(covered), [camera, covered])

  useEffect(() => {
    if (map === null || !satellite) return
    map.addSource(SATELLITE, { type: 'raster', tiles: [`${location.origin}${SATELLITE_TILES}`], tileSize: 256 })
    map.addLayer({ id: SATELLITE, type: 'raster', source: SATELLITE }, 'slot-satellite')
    return () => removeAll(map, [SATELLITE], [SATELLITE])
  }, [map, satellite])

  const edges = Object.fromEntries(Object.entries(covered).map(([edge, pixels]) => [`--covered-${edge}`, `${pixels}px`])) as CSSProperties
  return (
    <section className="flotta-map" aria-label={label} data-up={map !== null} style={edges}>
      <div ref={box} className="flotta-map-canvas" />
      <p className="flotta-map-notice">{attribution ?? `${EMBEDDED_ATTRIBUTION} · ${t('ui.map.approximate_roads')}`}</p>
      {!drawable && (
        <p className="flotta-map-missing" role="alert">
          {t('ui.map.no_webgl')}
        </p>
      )}
      {map !== null && children}
    </section>
  )
}
