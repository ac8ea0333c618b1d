// The message for users of other roles in the printing area, with the way to the portal and to another sign-in (printing.4).
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../people/auth/web/account.ts'
import classes from './printing.module.css'
import { SignOut } from './SignOut.tsx'

export function AccessDenied() {
  const { t } = useTranslation()
  const { user } = useAccount()
  return (
    <section className={classes.alone}>
      <IconLock size={56} stroke={1.4} aria-hidden />
      <h1>{t('printing.denied.title')}</h1>
      <p>
        {t('printing.denied.text', {
          name: user.name,
          role: t(`users.role.${user.role ?? 'provider'}`),
        })}
      </p>
      <div className={classes.ways}>
        <Button component={Link} to="/" size="lg">
          {t('printing.denied.home')}
        </Button>
        <SignOut size="lg" label={t('printing.denied.other')} />
      </div>
    </section>
  )
}
