// The page of a list, in the address.
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'

export function usePage(): { readonly page: number; readonly turn: (page: number) => void } {
  const { page, turn } = useListAddress()
  return { page, turn }
}
