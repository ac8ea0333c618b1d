// The place at a position on one line; positions that appear together share one call.
import { call } from '@flotta/ui/api.ts'
import { currentLanguage } from '@flotta/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { MOST_POSITIONS, where } from '../contract.ts'

interface Spot {
  readonly latitude: number
  readonly longitude: number
}
interface Asking {
  readonly spot: Spot
  readonly answer: (place: string | null) => void
  readonly fail: (error: unknown) => void
}

/** Positions of one list that appear within this time share one call, ms. */
const TOGETHER_MS = 20
/** A provider answers gradually, so missing places are asked for again after this time, ms. */
const AGAIN_MS = 3_000
let waiting: Asking[] = []

function ask(spot: Spot): Promise<string | null> {
  if (waiting.length === 0) setTimeout(askAll, TOGETHER_MS)
  return new Promise((answer, fail) => waiting.push({ spot, answer, fail }))
}
function askAll(): void {
  const all = waiting
  waiting = []
  for (let i = 0; i < all.length; i += MOST_POSITIONS) {
    const some = all.slice(i, i + MOST_POSITIONS)
    call(where, { body: { positions: some.map(a => a.spot) } }).then(
      places => {
        for (const [at, { answer }] of some.entries()) answer(places[at] ?? null)
      },
      error => {
        for (const { fail } of some) fail(error)
      },
    )
  }
}

/**
 * The place at a position, in the reader's language; undefined while it is loading, empty where
 * nothing is known.
 * @param decimals precision in degrees: 3 decimals are some 100 m, 2 some 1 km
 */
export function useWhere(spot: Spot | null, decimals: 2 | 3 = 3): string | undefined {
  const round = (degrees: number) => Number(degrees.toFixed(decimals))
  const at =
    spot === null ? null : { latitude: round(spot.latitude), longitude: round(spot.longitude) }
  const { data } = useQuery({
    queryKey: [where.path, currentLanguage(), at],
    queryFn: () => ask(at as Spot),
    enabled: at !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 3_600_000,
    retry: false,
    refetchInterval: ({ state }) => (state.data === null ? AGAIN_MS : false),
  })
  return data ?? undefined
}

export const Where = ({ latitude, longitude, decimals }: Spot & { readonly decimals?: 2 | 3 }) =>
  useWhere({ latitude, longitude }, decimals) || null

/**
 * `Parma (PR) → Treviso (TV)`; one name when both ends are in the same place; nothing until both are known.
 */
export function FromTo({ from, to }: { readonly from: Spot; readonly to: Spot }) {
  const start = useWhere(from)
  const end = useWhere(to)
  if (!start || !end) return null
  return start === end ? start : `${start} → ${end}`
}
