// The loading screen that is shown while the application starts (navigation.46).
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
