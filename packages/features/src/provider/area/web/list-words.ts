// The texts of the lists in the provider's area.
import type { TFunction } from 'i18next'

export const listWords = (
  t: TFunction,
  record: 'customer' | 'user' | 'vehicle' | 'device' | 'agreement',
) => ({
  add: t(`area.add_${record}`),
  search: t(`area.search_${record}s`),
  empty: t(`area.no_${record}s`),
  emptyText: t(`area.no_${record}s_text`),
})
