// A mark that a vehicle has left the fleet since the time that is shown.
import { useTranslation } from 'react-i18next'
import type { Former } from '../contract.ts'
import classes from './former.module.css'

export function FormerMark({ former }: { readonly former: Former | undefined }) {
  const { t } = useTranslation()
  return former === undefined ? null : (
    <span className={classes.former}>{t(`vehicles.former.${former}`)}</span>
  )
}
