// The pending requests to the unit, each with a spinner until the unit confirms it.
import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './eyecold.module.css'

/** `wishes` in words; null: not pending. The element always exists, so that a screen reader announces its content. */
export function PendingWishes({ wishes }: { readonly wishes: readonly (string | null)[] }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      {wishes.map(
        wish =>
          wish !== null && (
            <span key={wish} className={classes.awaited}>
              <Loader size={12} aria-hidden />
              {t('eyecold.awaited', { wish })}
            </span>
          ),
      )}
    </div>
  )
}
