// Shown when a search or a filter leaves no rows of a list.
import { IconSearchOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Empty } from './Empty.tsx'

/** @param search the searched text; '': only a filter is set */
export function NothingFound({ search }: { readonly search: string }) {
  const { t } = useTranslation()
  return (
    <Empty
      icon={IconSearchOff}
      title={t('ui.list.nothing')}
      {...(search !== '' && { text: t('ui.list.nothing_text', { search }) })}
    />
  )
}
