// The screen that says why the start failed, with a button to try again.
import { Brand } from '@flotta/features/portal/shell/web/Brand.tsx'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { useRouter } from '@tanstack/react-router'
import classes from './web.module.css'

export function StartFailed({
  error,
  reset,
}: {
  readonly error: unknown
  readonly reset: () => void
}) {
  const router = useRouter()
  return (
    <main className={classes.loading}>
      <Brand size={56} />
      <LoadError
        error={error}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </main>
  )
}
