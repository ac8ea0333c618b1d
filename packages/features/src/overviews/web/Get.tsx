// A service that nobody has yet, said honestly: what is missing, and where to ask for it.
import { Empty } from '@flotta/ui/Empty.tsx'
import { IconFileOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Page } from '../pages.ts'
import classes from './overviews.module.css'

/** `plate`: of the one vehicle that lacks it. */
export function Get({ page, plate }: { readonly page: Page; readonly plate?: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.block}>
      <Empty
        icon={IconFileOff}
        title={plate === undefined ? t('overviews.not_active') : t('overviews.not_active_on', { plate })}
        text={t(`overviews.page.${page.name}.get`)}
      />
    </div>
  )
}
