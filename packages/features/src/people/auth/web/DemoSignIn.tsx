// The account of the demonstration, where the installation runs one, with a button that fills it in.
import { query } from '@flotta/ui/api.ts'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { about } from '../about.ts'
import classes from './auth.module.css'

export interface DemoSignInProps {
  readonly account: 'email' | 'printing'
  readonly onFill: (values: { readonly email: string; readonly password: string }) => void
}

export function DemoSignIn({ account, onFill }: DemoSignInProps) {
  const { t } = useTranslation()
  const { data: installation } = useQuery({
    ...query(about, {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (installation?.demo == null) return null
  const { [account]: email, password } = installation.demo
  return (
    <section className={classes.demo} aria-label={t('auth.demo_title')}>
      <Text size="sm" fw={600}>
        {t('auth.demo_title')}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {t('auth.demo_text')}
      </Text>
      <code>{email}</code>
      <code>{password}</code>
      <Button variant="default" size="xs" mt="sm" onClick={() => onFill({ email, password })}>
        {t('auth.demo_fill')}
      </Button>
    </section>
  )
}
