// The page numbers of a list: the current one, two before and after it, the first and the last. With one page it shows nothing.
import { Pagination as MantinePagination } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function Pagination({
  page,
  pages,
  onChange,
}: {
  readonly page: number
  readonly pages: number
  readonly onChange: (page: number) => void
}) {
  const { t } = useTranslation()
  if (pages <= 1) return null
  return (
    <MantinePagination
      value={page}
      total={pages}
      onChange={onChange}
      siblings={2}
      boundaries={1}
      size="sm"
      aria-label={t('ui.pages')}
      getItemProps={n => ({ 'aria-label': t('ui.page', { page: n }) })}
      getControlProps={control => ({
        'aria-label': t(control === 'next' ? 'ui.page_next' : 'ui.page_previous'),
      })}
    />
  )
}
