// A new secret for one-time codes: its QR code for an authenticator, and the code that confirms it.
import { ApiError, call, messageOf } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Button, Code, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Qr } from '../../../reports/printing/web/Qr.tsx'
import { beginTotp, confirmTotp } from '../contract.ts'
import classes from './factors.module.css'

export interface TotpSetUpProps {
  /** The ticket of a sign-in that must enrol a factor first. */
  readonly ticket?: string
  readonly onDone: (recoveryCodes: readonly string[]) => void
}
export function TotpSetUp({ ticket, onDone }: TotpSetUpProps) {
  const { t } = useTranslation()
  const withTicket = ticket === undefined ? {} : { ticket }
  const { data, error, refetch } = useQuery({
    queryKey: [beginTotp.path, ticket ?? null],
    queryFn: () => call(beginTotp, { body: withTicket }),
    // another secret would make the scanned one useless
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => call(confirmTotp, { body: { ...withTicket, code } }),
    meta: { quiet: true },
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  })
  if (data === undefined)
    return <LoadingRows error={error} onRetry={() => void refetch()} rows={3} />
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        confirm.mutate()
      }}
    >
      <Stack gap="md">
        <Text size="sm">{t('factors.totp.scan')}</Text>

        <Qr className={classes.qr} text={data.uri} label={t('factors.totp.qr')} />
        <Text size="sm">
          {t('factors.totp.by_hand')} <Code>{data.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
        </Text>
        <CodeField
          label={t('factors.code')}
          value={code}
          onChange={setCode}
          error={confirm.error && faultOf(confirm.error)}
        />
        <Button type="submit" loading={confirm.isPending} disabled={code.trim() === ''}>
          {t('factors.totp.confirm')}
        </Button>
      </Stack>
    </form>
  )
}

/** The error of a code in the reader's words. */
export const faultOf = (error: unknown): string =>
  (error instanceof ApiError && error.fields.code?.[0]) || messageOf(error)

/** A field for six digits or a recovery code; a phone suggests a code that it received. */
export function CodeField(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (code: string) => void
  readonly error?: string | null
  readonly isRecovery?: boolean
}) {
  const { label, value, onChange, error = null, isRecovery = false } = props
  return (
    <TextInput
      label={label}
      name="code"
      value={value}
      error={error}
      onChange={event => onChange(event.currentTarget.value)}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
      autoFocus
    />
  )
}
