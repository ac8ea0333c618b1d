// The page of a service that the customer does not have: what it needs, and whom to contact.
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { Button } from '@mantine/core'
import { IconFileOff, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { about } from '../../../people/auth/about.ts'
import { type Page, titleOf } from '../pages.ts'
import classes from './overviews.module.css'

/** `plate`: the vehicle without the service. */
export function Get({ page, plate }: { readonly page: Page; readonly plate?: string }) {
  const { t } = useTranslation()
  const { data: installation } = useQuery({
    ...query(about, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const subject = [t(titleOf(page)), plate].filter(Boolean).join(' · ')
  return (
    <div className={classes.block}>
      <Empty
        icon={IconFileOff}
        title={
          plate === undefined ? t('overviews.not_active') : t('overviews.not_active_on', { plate })
        }
        text={t(`overviews.page.${page.name}.get`)}
        action={
          installation && (
            <Button
              component="a"
              href={`mailto:${installation.contact}?subject=${encodeURIComponent(subject)}`}
              variant="default"
              leftSection={<IconMail size={16} aria-hidden />}
            >
              {t('overviews.contact')}
            </Button>
          )
        }
      />
    </div>
  )
}
