// The names of the company's chats.
import { query } from '@flotta/ui/api.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { chats } from '../contract.ts'

export function useChatNames(): readonly string[] {
  const { data } = useQuery({ ...query(chats.all, {}), staleTime: 60_000 })
  return useMemo(() => (data ?? []).map(({ name }) => name), [data])
}
