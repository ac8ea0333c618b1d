// What was asked of the unit and is not confirmed yet: a spinner beside the wish, until the unit says so itself.
import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './eyecold.module.css'

/** `wishes` in words, null: nothing is awaited. Its place is always there: readers hear what comes into one that they know. */
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
