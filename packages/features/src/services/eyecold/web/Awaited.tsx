// What was asked of the unit and is not confirmed yet: a spinner beside the wish, until the unit says so itself.
import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './eyecold.module.css'

/** `wish` in words; null: nothing is awaited. */
export function Awaited({ wish }: { readonly wish: string | null }) {
  const { t } = useTranslation()
  if (wish === null) return null
  return (
    <span className={classes.awaited} role="status">
      <Loader size={12} aria-hidden />
      {t('eyecold.awaited', { wish })}
    </span>
  )
}
