// Loads the vehicle in the address of the printing area, with the same endpoint as for its label.
import { query } from '@flotta/ui/api.ts'
import { useQuery } from '@tanstack/react-query'
import { findPrintVehicles } from '../contract.ts'
import { labelPath } from '../rules.ts'

export function useVehicle(id: string) {
  const answer = useQuery({
    ...query(findPrintVehicles, { query: { code: labelPath(Number(id)) } }),
    staleTime: 60_000,
  })
  return {
    vehicle: answer.data?.[0],
    isUnknown: answer.data?.length === 0,
    error: answer.error,
    retry: answer.refetch,
  }
}
