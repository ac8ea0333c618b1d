// The sign-in by a passkey alone: the browser offers those that it has for this address.
import { call, messageOf } from '@flotta/ui/api.ts'
import { Button, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Token } from '../../auth/contract.ts'
import { Notice } from '../../auth/web/Notice.tsx'
import { loginPasskey } from '../contract.ts'
import { hasPasskeys, proofAlone } from './passkeys.ts'

/** Closing the browser's own window means no passkey; that is no error. */
const isClosed = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

export function PasskeySignIn({ onSignedIn }: { readonly onSignedIn: (token: Token) => void }) {
  const { t } = useTranslation()
  const signIn = useMutation({
    mutationFn: async () => call(loginPasskey, { body: { credential: await proofAlone() } }),
    meta: { quiet: true },
    onSuccess: onSignedIn,
  })
  if (!hasPasskeys()) return null
  return (
    <Stack gap="xs" mt="lg">
      {signIn.error !== null && !isClosed(signIn.error) && (
        <Notice kind="bad" text={messageOf(signIn.error)} />
      )}
      <Button
        size="md"
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {t('factors.passkey.sign_in')}
      </Button>
    </Stack>
  )
}
