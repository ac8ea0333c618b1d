// The columns of visits, for the visited company and for the provider.
import type { PlainColumn } from '@flotta/ui/table/PlainTable.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Visit } from '../contract.ts'

type VisitCells = Pick<Visit, 'person' | 'reason' | 'opened_at' | 'ends_at' | 'closed_at' | 'looks'>

/**
 * The columns.
 * @param actions of a visit while it is open
 */
export function useVisitColumns<V extends VisitCells>(
  actions: (visit: V) => ReactNode,
): PlainColumn<V>[] {
  const { t } = useTranslation()
  const now = useNow(60)
  return [
    { title: t('privacy.person'), cell: visit => visit.person },
    { title: t('privacy.reason'), cell: visit => visit.reason },
    { title: t('privacy.from'), cell: visit => formatDateTime(visit.opened_at) },
    {
      title: t('privacy.until'),
      cell: visit => formatDateTime(visit.closed_at ?? visit.ends_at),
    },
    { title: t('privacy.seen'), cell: visit => formatNumber(visit.looks) },
    {
      title: '',
      cell: visit => visit.closed_at === null && Date.parse(visit.ends_at) > now && actions(visit),
    },
  ]
}
