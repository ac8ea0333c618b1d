// The button that signs out of the printing area. Where the server was not reached it says so, because the session is still valid then.
import { messageOf } from '@flotta/ui/api.ts'
import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { signOut } from '../../../people/auth/web/account.ts'
import classes from './printing.module.css'

/** `label`: names the purpose, where people sign out for another reason. */
export function SignOut({
  label,
  size = 'md',
}: {
  readonly label?: string
  readonly size?: string
}) {
  const { t } = useTranslation()
  const leave = useMutation({ mutationFn: signOut, meta: { quiet: true } })
  return (
    <span className={classes.leave}>
      <Button
        variant="default"
        size={size}
        leftSection={<IconLogout size={20} aria-hidden />}
        loading={leave.isPending}
        onClick={() => leave.mutate()}
      >
        {label ?? t('auth.logout')}
      </Button>
      {leave.error !== null && (
        <span role="alert">{t('auth.logout_failed', { why: messageOf(leave.error) })}</span>
      )}
    </span>
  )
}
