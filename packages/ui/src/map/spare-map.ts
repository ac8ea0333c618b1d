// Screens share one map, because making a map is slow. Each screen gets it in the state of a new one, with shaders and tiles loaded.
import { API } from '@flotta/core/contract.ts'
import type { Language } from '@flotta/core/languages.ts'
import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { PMTiles, Protocol } from 'pmtiles'
import { session } from '../session.ts'
import { MAP_FONT } from './base-map.ts'
import { wantsReducedMotion } from './glide.ts'
import { drawOnDemand } from './icons.ts'
import { takeDown } from './map-removal.ts'
import { RangesOnce } from './ranges-once.ts'
import { EMBEDDED_FILE, embeddedStyle, type MapTheme, showSeaWithLand, slots } from './style.ts'

// MapLibre 6 needs the address of its worker; without it the map stays blank.
maplibre.setWorkerUrl(workerUrl)
const protocol = new Protocol()
protocol.add(new PMTiles(new RangesOnce(EMBEDDED_FILE)))
maplibre.addProtocol('pmtiles', protocol.tile)

export const MAX_ZOOM = 19
/** Short, but long enough for pins not to flash. Without a fade every label would be placed anew in every frame, which is expensive while something glides. */
const FADE_MS = 100

/** A style as the endpoint of the base map returns it. */
export type ProvidedStyle = Readonly<Record<string, unknown>>
/** The look of the embedded map. */
export interface Look {
  readonly theme: MapTheme
  readonly language: Language
}
export interface View {
  readonly center: maplibre.LngLatLike
  readonly zoom: number
}
interface StandingMap {
  readonly map: maplibre.Map
  /** undefined: the embedded base map. */
  readonly provided: ProvidedStyle | undefined
  /** Layers can be added to it. */
  isUp: boolean
  readonly up: Promise<unknown>
  readonly takeDown: () => void
}

/** The map of the screen that was left; null while a screen uses it or when there is none. */
let spareMap: StandingMap | null = null
session.subscribe(() => {
  if (session.snapshot().signedIn || spareMap === null) return
  spareMap.takeDown()
  spareMap = null
})

/** Puts the spare map, or a new one, into a box of the page. */
export function takeMap(
  box: HTMLElement,
  provided: ProvidedStyle | undefined,
  { theme, language }: Look,
  view: View,
): StandingMap {
  const previous = spareMap
  spareMap = null
  if (previous?.provided === provided && previous !== null) {
    const { map } = previous
    wake(map)
    box.append(map.getContainer())
    map.resize()
    map.jumpTo({ ...view, padding: { top: 0, right: 0, bottom: 0, left: 0 } })
    return previous
  }
  previous?.takeDown()
  return createMap(box, provided, { theme, language }, view)
}

/** The screen of the map is left. Components remove what they have drawn on it themselves. */
export function leaveMap(standing: StandingMap): void {
  const { map, isUp } = standing
  // A map that is being dragged would still be dragged on the next screen.
  if (!isUp || spareMap !== null || map.dragPan.isActive()) {
    standing.takeDown()
    return
  }
  map.stop()
  rest(map)
  const container = map.getContainer()
  container.remove()
  for (const word of Object.keys(container.dataset)) delete container.dataset[word]
  map.getCanvas().style.cursor = ''
  spareMap = standing
}

/** The map is not visible, so nothing redraws it, not even the loss of its size. */
const rest = (map: maplibre.Map): void =>
  void Object.assign(map, { triggerRepaint: () => undefined, redraw: () => map, resize: () => map })
/** Restores the methods that `rest` has replaced. */
function wake(map: maplibre.Map): void {
  for (const name of ['triggerRepaint', 'redraw', 'resize']) Reflect.deleteProperty(map, name)
}

/** MapLibre requires absolute addresses. */
const withOrigin = (style: ProvidedStyle): maplibre.StyleSpecification =>
  JSON.parse(JSON.stringify(style).replaceAll(`"${API}/`, `"${location.origin}${API}/`))

/** The product's own tiles are requested with the session's token in a header, never in the address. */
function withToken(token: () => string | null): maplibre.RequestTransformFunction {
  return url => {
    const bearer = token()
    return bearer !== null && url.startsWith(`${location.origin}${API}/`)
      ? { url, headers: { authorization: `Bearer ${bearer}` } }
      : { url }
  }
}

function createMap(
  box: HTMLElement,
  provided: ProvidedStyle | undefined,
  { theme, language }: Look,
  view: View,
): StandingMap {
  let token: string | null = null
  const renew = () =>
    void session.token().then(fresh => {
      token = fresh
    })
  renew()
  const stop = session.subscribe(renew)
  const container = document.createElement('div')
  container.className = 'flotta-map-canvas'
  box.append(container)
  const map = new maplibre.Map({
    container,
    style: provided === undefined ? embeddedStyle(theme, language) : withOrigin(provided),
    ...view,
    minZoom: 3,
    maxZoom: MAX_ZOOM,
    maxPitch: 0,
    dragRotate: false,
    pitchWithRotate: false,
    attributionControl: false,
    fadeDuration: wantsReducedMotion() ? 0 : FADE_MS,
    transformRequest: withToken(() => token),
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new maplibre.ScaleControl({ maxWidth: 90 }), 'bottom-left')
  drawOnDemand(map)
  if (provided === undefined) showSeaWithLand(map)
  // An error from the worker would be logged by its class alone.
  map.on('error', ({ error }) => console.error(`map: ${error.message}`))
  let standing = true
  const standingMap: StandingMap = {
    map,
    provided,
    isUp: false,
    // Labels are drawn with the page's font, which must be loaded first.
    up: Promise.allSettled([
      document.fonts.load(`14px "${MAP_FONT[0]}"`),
      map.once('style.load'),
    ]).then(() => {
      if (!standing) return
      for (const slot of slots)
        map.addLayer({ id: slot, type: 'background', layout: { visibility: 'none' } })
      standingMap.isUp = true
    }),
    takeDown: () => {
      standing = false
      stop()
      container.remove()
      takeDown(map)
    },
  }
  return standingMap
}
