// The map that the parts of a screen share: a panel beside the map may draw on it, and reports the places of what it shows.
import type { Map as MapLibre } from 'maplibre-gl'
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { Camera, type Subject } from './camera.ts'
import type { Spot } from './circle.ts'
import type { Place } from './place.ts'
import type { MapTheme } from './style.ts'

interface Question<Answer> {
  /** Ends the question with an answer, or with null when it was cancelled. */
  readonly end: (answer: Answer | null) => void
}
interface PointWish {
  readonly start?: Spot | undefined
}
/** A point that is being chosen, with the code that waits for it. */
export type Choosing = PointWish & Question<Spot>

export type DrawnPoint = readonly [longitude: number, latitude: number]
export interface DrawingFault {
  /** In the reader's language. */
  readonly text: string
  /** The place of the fault. */
  readonly at: DrawnPoint | null
}
export interface DrawingWish {
  readonly points: readonly DrawnPoint[]
  /** Where to begin while there are no points. */
  readonly start?: Spot | undefined
  /** A ring is closed automatically; a line is not. */
  readonly isRing: boolean
  readonly least: number
  readonly most: number
  /** The closed outline around the points; called with `least` points or more. */
  readonly outlineOf: (points: readonly DrawnPoint[]) => readonly DrawnPoint[]
  readonly faultOf: (points: readonly DrawnPoint[]) => DrawingFault | null
}
/** A line or ring that is being drawn, with the code that waits for it. */
export type Drawing = DrawingWish & Question<readonly DrawnPoint[]>
interface Stage {
  /** null until the base map is ready. */
  readonly map: MapLibre | null
  readonly theme: MapTheme
  /** The only part that moves the map. */
  readonly camera: Camera
  /** Something on the map needs larger zooms than the base map has details for. */
  readonly nearer: boolean
  readonly setStage: (map: MapLibre | null, theme: MapTheme) => void
  /** Returns a function that ends the request. */
  readonly wantNearer: () => () => void
  /** Something on the map should stand out, so vehicles are dimmed except for the selected one. */
  readonly dimmed: boolean
  /** Returns a function that ends the request. */
  readonly wantDimmed: () => () => void
  /** null: no point is being chosen. */
  readonly choosing: Choosing | null
  readonly choose: (wish?: PointWish) => Promise<Spot | null>
  /** null: nothing is being drawn. */
  readonly drawing: Drawing | null
  readonly draw: (wish: DrawingWish) => Promise<readonly DrawnPoint[] | null>
}
const StageContext = createContext<Stage | null>(null)

/** Surrounds everything that uses the map. */
export function MapStage({ children }: { readonly children: ReactNode }) {
  const [{ map, theme }, set] = useState<Pick<Stage, 'map' | 'theme'>>({
    map: null,
    theme: 'light',
  })
  const [camera] = useState(() => new Camera())
  const setStage = useCallback<Stage['setStage']>(
    (map, theme) => set(old => (old.map === map && old.theme === theme ? old : { map, theme })),
    [],
  )
  const [nearer, wantNearer] = useWishes()
  const [dimmed, wantDimmed] = useWishes()
  const [choosing, askPoint] = useQuestion<PointWish, Spot>()
  const choose = useCallback((wish: PointWish = {}) => askPoint(wish), [askPoint])
  const [drawing, draw] = useQuestion<DrawingWish, readonly DrawnPoint[]>()
  const stage = useSame<Stage>({
    map,
    theme,
    camera,
    nearer,
    setStage,
    wantNearer,
    dimmed,
    wantDimmed,
    choosing,
    choose,
    drawing,
    draw,
  })
  useEffect(() => (map === null ? undefined : camera.attach(map)), [camera, map])
  return <StageContext value={stage}>{children}</StageContext>
}

/** Returns the previous object while its values are equal, so that its readers are not rendered again. */
function useSame<T extends object>(current: T): T {
  const last = useRef(current)
  const isSame = (Object.keys(current) as (keyof T)[]).every(key =>
    Object.is(current[key], last.current[key]),
  )
  if (!isSame) last.current = current
  return last.current
}

/** Whether there is any request, and a function that makes one; it returns a function that ends the request. */
function useWishes(): readonly [boolean, () => () => void] {
  const [wishes, setWishes] = useState(0)
  const wish = useCallback(() => {
    setWishes(n => n + 1)
    return () => setWishes(n => n - 1)
  }, [])
  return [wishes > 0, wish]
}

/** One question to the map at a time; another question, or leaving the screen, cancels it. */
function useQuestion<Wish extends object, Answer>(): readonly [
  (Wish & Question<Answer>) | null,
  (wish: Wish) => Promise<Answer | null>,
] {
  type Open = Wish & Question<Answer>
  const [question, set] = useState<Open | null>(null)
  const open = useRef<Open | null>(null)
  const ask = useCallback((wish: Wish) => {
    open.current?.end(null)
    return new Promise<Answer | null>(resolve => {
      const next: Open = {
        ...wish,
        end: answer => {
          resolve(answer)
          if (open.current !== next) return
          open.current = null
          set(null)
        },
      }
      open.current = next
      set(next)
    })
  }, [])
  useEffect(() => () => open.current?.end(null), [])
  return [question, ask]
}

const outside: Stage = {
  map: null,
  theme: 'light',
  camera: new Camera(),
  nearer: false,
  setStage: () => undefined,
  wantNearer: () => () => undefined,
  dimmed: false,
  wantDimmed: () => () => undefined,
  choosing: null,
  choose: async () => null,
  drawing: null,
  draw: async () => null,
}
/** The shared map; `map` is null before it is ready, and outside a `MapStage`. */
export const useStage = (): Stage => use(StageContext) ?? outside

/** The place that the screen's address asks to show; an unchanged key is no new request. */
export function useSubject(subject: Subject | null): void {
  const { camera } = useStage()
  useEffect(() => camera.ask(subject), [camera, subject])
}

/** Registers the place of a thing by its name while the component is mounted; null: not known (yet). An unchanged place must stay the same object. */
export function usePlace(name: string, place: Place | null): void {
  const { camera } = useStage()
  useEffect(() => camera.place(name, place), [camera, name, place])
  useEffect(() => () => camera.place(name, null), [camera, name])
}

/** While true, the map can be zoomed in to metres, although its own details end before. */
export function useNearer(isWanted: boolean): void {
  const { wantNearer } = useStage()
  useEffect(() => (isWanted ? wantNearer() : undefined), [isWanted, wantNearer])
}

/** While true, vehicles that are not selected are dimmed. */
export function useDimmed(isWanted: boolean): void {
  const { wantDimmed } = useStage()
  useEffect(() => (isWanted ? wantDimmed() : undefined), [isWanted, wantDimmed])
}
