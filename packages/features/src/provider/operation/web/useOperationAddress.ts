// The tab, page and filter of the operator's page, kept in its address.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { OperationSearch, type Tab } from './address.ts'

export interface OperationAddress extends Omit<OperationSearch, 'tab' | 'page'> {
  readonly tab: Tab
  readonly page: number
  /** Goes to a tab; parameters that are left out are removed. */
  readonly go: (to: OperationSearch) => void
}
export function useOperationAddress(): OperationAddress {
  const navigate = useNavigate()
  const search = OperationSearch.parse(useSearch({ strict: false }))
  return {
    ...search,
    tab: search.tab ?? 'services',
    page: search.page ?? 1,
    go: to => void navigate({ to: '.', search: to as never }),
  }
}
