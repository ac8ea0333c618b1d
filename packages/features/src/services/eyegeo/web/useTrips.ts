// The trips of a panel's period. An open period asks a little into the future, so that the trip under way is always among them.
import { HISTORY_MAX_DAYS } from '@flotta/core/contract.ts'
import { query } from '@flotta/ui/api.ts'
import { DAY } from '@flotta/ui/range.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Period } from '../../web/usePeriod.ts'
import { tripHistory } from '../contract.ts'

export function useTrips(vehicle: number, { range, isOpen }: Period) {
  const end = isOpen ? Math.min(range.to + DAY / 2, range.from + HISTORY_MAX_DAYS * DAY) : range.to
  const args = { params: { id: vehicle }, query: { period_from: new Date(range.from).toISOString(), period_to: new Date(end).toISOString() } }
  return useQuery({ ...query(tripHistory, args), placeholderData: keepPreviousData })
}
