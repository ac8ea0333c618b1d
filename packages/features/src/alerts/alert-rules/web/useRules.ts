// Reads and writes for the screen of rules.
import { call, query } from '@flotta/ui/api.ts'
import type { ListAddress } from '@flotta/ui/resource/useRecords.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type AlertConfiguration,
  alertConfigurations,
  ofVehicle,
} from '../../alert-configurations/contract.ts'
import { listRules, removeRule, ruleDestinations, ruleVehicles } from '../contract.ts'

export const PER_PAGE = 50

export const useRules = (
  { search, page }: Pick<ListAddress, 'search' | 'page'>,
  filter: {
    readonly alert_id: AlertConfiguration['alert_id'] | undefined
    readonly destination: string | undefined
  },
) =>
  useQuery({
    ...query(listRules, {
      query: { ...filter, page, per_page: PER_PAGE, ...(search !== '' && { search }) },
    }),
    placeholderData: keepPreviousData,
  })

export function useRuleDestinations() {
  const { data } = useQuery({ ...query(ruleDestinations, {}), staleTime: 30_000 })
  return data ?? []
}

/** Marks the queries as outdated that a write to rules changes. */
export function useRulesChanged() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [
        listRules,
        ruleDestinations,
        ruleVehicles,
        ofVehicle,
        alertConfigurations.list,
        alertConfigurations.all,
      ].map(e => client.invalidateQueries({ queryKey: [e.path] })),
    )
}

export function useRemoveRule() {
  const { t } = useTranslation()
  const changed = useRulesChanged()
  return async (rule: string) => {
    await call(removeRule, { params: { rule } })
    await changed()
    toast.success(t('alert_rules.removed'))
  }
}
