// The trips of a panel's period. An open period reaches a little into the future, so that a trip under way is included.

import { HISTORY_MAX_DAYS } from '@flotta/core/contract.ts'
import { instantOf } from '@flotta/core/time.ts'
import { query } from '@flotta/ui/api.ts'
import { DAY, longestEnd } from '@flotta/ui/range.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Period } from '../../web/usePeriod.ts'
import { history, tripHistory } from '../contract.ts'

export function usePeriodCall(vehicle: number, { range, isOpen }: Period) {
  return useMemo(() => {
    const end = isOpen
      ? Math.min(range.to + DAY / 2, longestEnd(range.from, HISTORY_MAX_DAYS))
      : range.to
    return {
      params: { id: vehicle },
      query: {
        period_from: instantOf(range.from),
        period_to: instantOf(end),
      },
    }
  }, [vehicle, range, isOpen])
}

export function useTrips(vehicle: number, period: Period, enabled = true) {
  return useQuery({
    ...query(tripHistory, usePeriodCall(vehicle, period)),
    enabled,
    placeholderData: keepPreviousData,
  })
}
/** Track and stops. The track is not read again: new fixes are appended. */
export function useTrack(vehicle: number, period: Period) {
  return useQuery({
    ...query(history, usePeriodCall(vehicle, period)),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
}
