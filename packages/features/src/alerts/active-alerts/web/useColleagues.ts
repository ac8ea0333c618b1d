// The users of the company who may see alerts: an alert can be assigned to each of them.
import { query } from '@flotta/ui/api.ts'
import { useQuery } from '@tanstack/react-query'
import { users } from '../../../people/users/contract.ts'

export interface Colleague {
  readonly id: number
  readonly name: string
}
export function useColleagues(): readonly Colleague[] {
  const { data = [] } = useQuery({ ...query(users.all, {}), staleTime: 60_000 })
  return data.filter(user => user.role !== 'printing')
}
