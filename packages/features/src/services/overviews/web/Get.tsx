// The page of a service that the customer does not have: which agreement it needs, and whom to contact.
import { Empty } from '@flotta/ui/Empty.tsx'
import { IconFileOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ContactButton } from '../../../people/auth/web/ContactButton.tsx'
import { type Page, titleOf } from '../pages.ts'
import classes from './overviews.module.css'

/** `plate`: the vehicle without the service. */
export function Get({ page, plate }: { readonly page: Page; readonly plate?: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.block}>
      <Empty
        icon={IconFileOff}
        title={
          plate === undefined ? t('overviews.not_active') : t('overviews.not_active_on', { plate })
        }
        text={t(`overviews.page.${page.name}.get`)}
        action={
          <ContactButton subject={[t(titleOf(page)), plate].filter(Boolean).join(' · ')}>
            {t('overviews.contact')}
          </ContactButton>
        }
      />
    </div>
  )
}
