// The strip that tells a newcomer that this is a demo, with a link to the set-up of their own company (installation.64).
import { query } from '@flotta/ui/api.ts'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { setupState } from '../contract.ts'
import classes from './setup.module.css'

/** Until the set-up is done, only users of the demo can be signed in. */
export function SetupStrip() {
  const { t } = useTranslation()
  const { data } = useQuery({
    ...query(setupState, {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (data?.needed !== true) return null
  return (
    <aside className={classes.strip} aria-label={t('setup.strip_label')}>
      <span>{t('setup.strip')}</span>
      <Anchor component={Link} to="/setup" size="sm">
        {t('setup.strip_link')}
      </Anchor>
    </aside>
  )
}
