// The past of the fleet on the day of the moment in the address: its tracks, the clock that plays them, and the pins of the moment for lists and filters.
import { DAY, instantOf } from '@flotta/core/time.ts'
import { call } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useMemo, useReducer, useRef } from 'react'
import type { Pin } from '../../global-map/contract.ts'
import { timeMachine } from '../contract.ts'
import type { FormerById } from './moment.ts'
import { pastPins } from './past-pins.ts'
import { PlaybackClock } from './playback-clock.ts'
import { type PastTrack, trackOf } from './tracks.ts'

/** Interval at which the cards of the list follow the clock, ms. */
const LIST_EVERY = 1_000
/** Interval at which the moment is written into the address while it plays, ms. */
const ADDRESS_EVERY = 5_000
/** A day that has not ended is read again if it is opened after this time, ms. */
const STALE_AFTER = 60_000

export interface Past {
  readonly clock: PlaybackClock
  /** Epoch ms: the zero of the tracks' seconds. */
  readonly from: number
  readonly tracks: readonly PastTrack[]
  readonly former: FormerById
  /** The pins of the moment. */
  readonly pins: readonly Pin[]
  /** The moment of the pins. */
  readonly moment: number
  readonly isLoading: boolean
  readonly error: Error | null
  readonly onRetry: () => void
}

/** The beginning of the day of a moment, in the browser's time zone. */
export function startOfDay(moment: number, days = 0): number {
  const day = new Date(moment)
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() + days)
  return day.getTime()
}

/** The moment of a clock, updated at most once per `every` ms. */
export function useMoment(clock: PlaybackClock | null, every: number): number | null {
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  useEffect(() => {
    if (clock === null) return
    let last = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      timer = undefined
      last = performance.now()
      // A list of many cards is drawn in slices, between the frames of the vehicles that move.
      startTransition(redraw)
    }
    const end = clock.subscribe(() => {
      timer ??= setTimeout(show, Math.max(0, every - (performance.now() - last)))
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [clock, every])
  return clock?.time ?? null
}

/**
 * Loads and plays the past.
 * @param at the moment in the address; undefined: the present is shown
 * @param onMoment writes a moment into the address
 * @returns null: the present is shown
 */
export function usePast(
  at: string | undefined,
  live: readonly Pin[] | undefined,
  onMoment: (at: string) => void,
): Past | null {
  const target = at === undefined ? null : Math.min(Date.parse(at), now())
  const from = target === null ? null : startOfDay(target)
  const { data, error, refetch, isFetchingNextPage, hasNextPage, fetchNextPage, isPending } =
    useTracks(from)
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const tracks = useMemo(() => data?.pages.flatMap(page => page.tracks) ?? [], [data])

  const former = useMemo(
    () =>
      new Map(
        tracks.flatMap(track =>
          track.former === undefined ? [] : [[track.vehicle_id, track.former] as const],
        ),
      ),
    [tracks],
  )

  const clock = useClock(target, from, onMoment)
  const moment = useMoment(clock, LIST_EVERY)
  const latestLive = useRef(live)
  latestLive.current = live
  const isLive = live === undefined
  const pins = useMemo(
    () =>
      from === null || moment === null || isLive
        ? []
        : pastPins(tracks, latestLive.current ?? [], from, moment),
    [tracks, from, moment, isLive],
  )
  if (clock === null || from === null || moment === null) return null
  return {
    clock,
    from,
    tracks,
    former,
    pins,
    moment,
    isLoading: isPending || hasNextPage,
    error,
    onRetry: () => void refetch(),
  }
}

/** Loads the tracks of a day, part by part. */
function useTracks(from: number | null) {
  return useInfiniteQuery({
    queryKey: [timeMachine.path, from],
    enabled: from !== null,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        period_from: instantOf(from ?? 0),
        period_to: instantOf(startOfDay(from ?? 0, 1)),
        ...(pageParam > 0 && { after: pageParam }),
      }
      const { vehicles, next } = await call(timeMachine, { query }, signal)
      return { tracks: vehicles.map(trackOf), next }
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: from !== null && from < now() - 2 * DAY ? Number.POSITIVE_INFINITY : STALE_AFTER,
    refetchOnWindowFocus: false,
    // comparing the columns would cost more than rendering them
    structuralSharing: false,
  })
}

/** A clock for each day. It follows the address, and the address follows it when it stops. */
function useClock(
  target: number | null,
  from: number | null,
  onMoment: (at: string) => void,
): PlaybackClock | null {
  const first = useRef(target)
  first.current = target
  const clock = useMemo(
    () =>
      from === null
        ? null
        : new PlaybackClock(
            { from, to: Math.min(startOfDay(from, 1), now()) },
            first.current ?? from,
          ),
    [from],
  )
  const lastWrite = useRef<number | null>(null)
  useEffect(() => {
    if (clock === null || target === null || target === lastWrite.current) return
    if (Math.abs(clock.time - target) >= 1_000) clock.seek(target)
  }, [clock, target])
  const latest = useRef(onMoment)
  latest.current = onMoment
  useEffect(() => {
    if (clock === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      timer = undefined
      lastWrite.current = Math.floor(clock.time / 1_000) * 1_000
      latest.current(instantOf(lastWrite.current))
    }
    const end = clock.subscribe(() => {
      if (clock.isPlaying) timer ??= setTimeout(write, ADDRESS_EVERY)
      else {
        clearTimeout(timer)
        timer = setTimeout(write, 300)
      }
    })
    return () => {
      end()
      clearTimeout(timer)
      clock.pause()
    }
  }, [clock])
  return clock
}
