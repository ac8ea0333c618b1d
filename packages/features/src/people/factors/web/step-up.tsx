// The dialog that asks for a fresh proof before what weighs: the password, a code, a passkey, or a sign-in at the company's identity provider. The call that was refused is then made again.
import { call, messageOf } from '@flotta/ui/api.ts'
import { modals } from '@flotta/ui/modals.ts'
import { say } from '@flotta/ui/texts.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../auth/web/Notice.tsx'
import { PasswordField } from '../../auth/web/PasswordField.tsx'
import { ProviderProof } from '../../identity/web/ProviderProof.tsx'
import { stepUp } from '../contract.ts'
import { freshProof, hasPasskeys } from './passkeys.ts'
import { CodeField } from './TotpSetUp.tsx'

const ID = 'step-up'

/** True once the person has proved who they are; false: cancelled. */
export function askStepUp(): Promise<boolean> {
  return new Promise(resolve => {
    let isProved = false
    modals.open({
      modalId: ID,
      title: say('factors.step_up.title'),
      attributes: { header: { role: 'presentation' } },
      closeButtonProps: { 'aria-label': say('ui.close') },
      onClose: () => resolve(isProved),
      children: (
        <StepUp
          onProved={() => {
            isProved = true
            modals.close(ID)
          }}
          onCancel={() => modals.close(ID)}
        />
      ),
    })
  })
}

function StepUp({
  onProved,
  onCancel,
}: {
  readonly onProved: () => void
  readonly onCancel: () => void
}) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const prove = useMutation({
    mutationFn: async (isPasskey: boolean) =>
      call(stepUp, {
        body: isPasskey
          ? { credential: await freshProof() }
          : password !== ''
            ? { password }
            : { code },
      }),
    meta: { quiet: true },
    onSuccess: onProved,
  })
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        prove.mutate(false)
      }}
    >
      <Stack gap="md">
        <Text size="sm">{t('factors.step_up.text')}</Text>
        {prove.error !== null && <Notice kind="bad" text={messageOf(prove.error)} />}
        <ProviderProof onProved={onProved} />
        <CodeField label={t('factors.code')} value={code} onChange={setCode} />
        <PasswordField
          label={t('factors.step_up.password')}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
        />
        {hasPasskeys() && (
          <Button
            variant="default"
            leftSection={<IconFingerprint size={18} aria-hidden />}
            onClick={() => prove.mutate(true)}
          >
            {t('factors.passkey.use')}
          </Button>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            loading={prove.isPending}
            disabled={password === '' && code.trim() === ''}
          >
            {t('factors.step_up.go_on')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
