// Says that a vehicle of the past has left the fleet since.
import { useTranslation } from 'react-i18next'
import type { Former } from '../contract.ts'
import classes from './time-machine.module.css'

export function FormerMark({ former }: { readonly former: Former | undefined }) {
  const { t } = useTranslation()
  return former === undefined ? null : (
    <span className={classes.former}>{t(`time_machine.former.${former}`)}</span>
  )
}
