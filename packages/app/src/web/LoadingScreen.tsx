// The one screen of waiting, at the start.
import { Brand } from '@flotta/features/portal/shell/web/Brand.tsx'
import { useTranslation } from 'react-i18next'
import classes from './web.module.css'

export function LoadingScreen() {
  const { t } = useTranslation()
  return (
    <div className={classes.loading} role="status" aria-label={t('shell.starting')}>
      <Brand size={56} />
      <div className={classes.bar} />
    </div>
  )
}
