// A map for tests: it remembers sources and layers, moves at once, and tells of a pointer over the features that the test names. A degree is 100 pixels.
import { type LayerSpecification, LngLat, type Map as MapLibre, Point } from 'maplibre-gl'
import { type ReactNode, useEffect } from 'react'
import { MapStage, useStage } from './stage.tsx'

const PIXELS_PER_DEGREE = 100
const SIZE = { width: 1200, height: 800 } as const

export interface TestFeature {
  readonly id?: number
  readonly layer: { readonly id: string }
  readonly properties?: Readonly<Record<string, unknown>>
  readonly geometry?: { readonly type: 'Point'; readonly coordinates: readonly number[] }
}
interface DrawnFeature {
  readonly id?: number | undefined
  readonly properties: Readonly<Record<string, unknown>>
  readonly geometry: { readonly type: string; readonly coordinates: unknown }
}
interface Data {
  readonly features: readonly DrawnFeature[]
}
interface Difference {
  readonly add?: readonly DrawnFeature[]
  readonly remove?: readonly (number | undefined)[]
}
type Listener = (event: Record<string, unknown>) => void
interface Subscription {
  readonly event: string
  /** Empty: the whole map. */
  readonly layers: readonly string[]
  readonly listener: Listener
}

class TestSource {
  data: Data
  /** The differences that were drawn since the data were last set. */
  updates: Difference[] = []
  /** The zoom at which every cluster splits. */
  splitsAt = 8
  /** The vehicles of every cluster. */
  leaves: readonly number[] = []
  constructor({ data }: { readonly data?: Data }) {
    this.data = data ?? { features: [] }
  }
  async setData(data: Data): Promise<void> {
    this.data = data
    this.updates = []
  }
  async updateData(update: Difference): Promise<void> {
    this.updates.push(update)
    const { add = [], remove = [] } = update
    const removedIds = new Set([...remove, ...add.map(({ id }) => id)])
    this.data = { features: [...this.data.features.filter(f => !removedIds.has(f.id)), ...add] }
  }
  getClusterExpansionZoom = async (): Promise<number> => this.splitsAt
  getClusterLeaves = async () => this.leaves.map(id => ({ id }))
}

export class TestMap {
  readonly container = document.createElement('div')
  readonly canvas = document.createElement('canvas')
  readonly sources = new Map<string, TestSource>()
  readonly layers = new Map<string, LayerSpecification>()
  center = { lng: 10, lat: 45 }
  zoom = 6
  maxZoom = 18
  isDragged = false
  /** What lies under the pointer, the topmost first. */
  features: readonly TestFeature[] = []
  #subscriptions: readonly Subscription[] = []
  // The library's markers and popups read these.
  readonly _canvasContainer = this.container
  readonly _camera = {
    transform: {
      ...SIZE,
      center: this.center,
      isLocationOccluded: () => false,
      getCoveringTilesDetailsProvider: () => ({ allowWorldCopies: () => false }),
    },
  }

  constructor() {
    this.canvas.tabIndex = 0
    this.container.append(this.canvas)
    document.body.append(this.container)
  }
  get map(): MapLibre {
    return this as unknown as MapLibre
  }

  /** A pointer's event at a place of the map, over `features`. */
  point(event: string, [lng, lat]: readonly [number, number] = [10, 45], more = {}): void {
    const point = this.project([lng, lat])
    this.fire(event, { point, lngLat: { lng, lat }, preventDefault: () => undefined, ...more })
  }
  fire(event: string, detail: Record<string, unknown> = {}): void {
    for (const { layers, listener } of this.#subscriptions.filter(s => s.event === event)) {
      const features = this.features.filter(({ layer }) => layers.includes(layer.id))
      if (layers.length === 0 || features.length > 0 || event === 'mouseleave')
        listener({ type: event, originalEvent: {}, ...detail, features })
    }
  }

  on(event: string, layers: string | readonly string[] | Listener, listener?: Listener) {
    const subscription: Subscription =
      typeof layers === 'function'
        ? { event, layers: [], listener: layers }
        : { event, layers: [layers].flat(), listener: listener as Listener }
    this.#subscriptions = [...this.#subscriptions, subscription]
    return {
      unsubscribe: () => {
        this.#subscriptions = this.#subscriptions.filter(s => s !== subscription)
      },
    }
  }
  off(event: string, listener: Listener): void {
    this.#subscriptions = this.#subscriptions.filter(
      s => s.event !== event || s.listener !== listener,
    )
  }
  addSource = (id: string, source: { readonly data?: Data }) =>
    void this.sources.set(id, new TestSource(source))
  getSource = (id: string) => this.sources.get(id)
  removeSource = (id: string) => void this.sources.delete(id)
  addLayer = (layer: LayerSpecification) => void this.layers.set(layer.id, layer)
  getLayer = (id: string) => this.layers.get(id)
  removeLayer = (id: string) => void this.layers.delete(id)
  setFilter = (id: string, filter: unknown) => this.#change(id, { filter })
  setPaintProperty = (id: string, name: string, value: unknown) =>
    this.#change(id, { paint: { ...this.layers.get(id)?.paint, [name]: value } })
  setLayoutProperty = (id: string, name: string, value: unknown) =>
    this.#change(id, { layout: { ...this.layers.get(id)?.layout, [name]: value } })
  #change(id: string, change: object): void {
    const layer = this.layers.get(id)
    if (layer !== undefined) this.layers.set(id, { ...layer, ...change } as LayerSpecification)
  }
  /** The properties of the features that a source shows. */
  drawn = (source: string) => this.sources.get(source)?.data.features.map(f => f.properties) ?? []

  queryRenderedFeatures = (_point: unknown, { layers }: { readonly layers: readonly string[] }) =>
    this.features.filter(({ layer }) => layers.includes(layer.id))
  project = (place: readonly [number, number] | { readonly lng: number; readonly lat: number }) => {
    const [lng, lat] = 'lng' in place ? [place.lng, place.lat] : place
    return new Point(
      SIZE.width / 2 + (lng - this.center.lng) * PIXELS_PER_DEGREE,
      SIZE.height / 2 - (lat - this.center.lat) * PIXELS_PER_DEGREE,
    )
  }
  unproject = (place: readonly [number, number] | { readonly x: number; readonly y: number }) => {
    const [x, y] = 'x' in place ? [place.x, place.y] : place
    return new LngLat(
      this.center.lng + (x - SIZE.width / 2) / PIXELS_PER_DEGREE,
      this.center.lat - (y - SIZE.height / 2) / PIXELS_PER_DEGREE,
    )
  }
  #go = (to: { readonly center?: unknown; readonly zoom?: number }): void => {
    if (to.center !== undefined)
      this.center = Array.isArray(to.center)
        ? { lng: to.center[0], lat: to.center[1] }
        : (to.center as typeof this.center)
    if (to.zoom !== undefined) this.zoom = to.zoom
    this.fire('move')
    this.fire('zoom')
  }
  jumpTo = this.#go
  easeTo = this.#go
  flyTo = this.#go
  getCenter = () => this.center
  getZoom = () => this.zoom
  getMaxZoom = () => this.maxZoom
  setMaxZoom = (zoom: number) => {
    this.maxZoom = zoom
  }
  getContainer = () => this.container
  getCanvas = () => this.canvas
  getCanvasContainer = () => this.container
  getPadding = () => ({ top: 0, right: 0, bottom: 0, left: 0 })
  setPadding = () => undefined
  getPitch = () => 0
  getBearing = () => 0
  isMoving = () => false
  isZooming = () => false
  dragPan = { isActive: () => this.isDragged }
}

/** Puts the map below what is drawn on it. */
export const OnMap = ({ on, children }: { readonly on: TestMap; readonly children: ReactNode }) => (
  <MapStage>
    <Standing on={on} />
    {children}
  </MapStage>
)
function Standing({ on: { map } }: { readonly on: TestMap }) {
  const { setStage } = useStage()
  useEffect(() => setStage(map, 'light'), [setStage, map])
  return null
}
