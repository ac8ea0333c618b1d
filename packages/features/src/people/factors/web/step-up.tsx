// The dialog that asks for a fresh proof before critical calls, by a method that the person has: a passkey, a code, the password, or a sign-in at the
// company's identity provider. Afterwards the refused call is made again.
import { call, messageOf, query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { modals } from '@flotta/ui/modals.ts'
import { say } from '@flotta/ui/texts.ts'
import { Button, Divider, Group, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../auth/web/Notice.tsx'
import { PasswordField } from '../../auth/web/PasswordField.tsx'
import { stepUpState } from '../../identity/contract.ts'
import { ProviderProof } from '../../identity/web/ProviderProof.tsx'
import { type StepUpMethod, stepUp } from '../contract.ts'
import { freshProof, hasPasskeys } from './passkeys.ts'
import { TextButton } from './TextButton.tsx'
import { CodeField } from './TotpSetUp.tsx'

const ID = 'step-up'

/** True once the person has proved their identity; false: cancelled. */
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

interface StepUpProps {
  readonly onProved: () => void
  readonly onCancel: () => void
}
export function StepUp(props: StepUpProps) {
  const { data, error, refetch } = useQuery({
    ...query(stepUpState, {}),
    // factors may have changed since
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (data === undefined) return <LoadingRows error={error} onRetry={() => void refetch()} />
  return <Proofs {...props} methods={data.methods} hasProviders={data.providers.length > 0} />
}

interface ProofsProps extends StepUpProps {
  readonly methods: readonly StepUpMethod[]
  readonly hasProviders: boolean
}
function Proofs({ methods, hasProviders, onProved, onCancel }: ProofsProps) {
  const { t } = useTranslation()
  const has = (method: StepUpMethod) => methods.includes(method)
  const hasPasskey = has('passkey') && hasPasskeys()
  const [isRecovery, setRecovery] = useState(!has('totp') && !hasPasskey && has('recovery'))
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const prove = useMutation({
    mutationFn: async (isPasskey: boolean) =>
      call(stepUp, { body: await proofOf(isPasskey, password, code) }),
    meta: { quiet: true },
    onSuccess: onProved,
  })
  const hasCode = has('totp') || isRecovery
  const ways: Readonly<Record<string, ReactNode>> = {
    provider: hasProviders && <ProviderProof onProved={onProved} />,
    passkey: hasPasskey && (
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        onClick={() => prove.mutate(true)}
      >
        {t('factors.passkey.use')}
      </Button>
    ),
    code: (hasCode || has('recovery')) && (
      <CodeProof
        hasCode={hasCode}
        code={code}
        onCode={setCode}
        isRecovery={isRecovery}
        onRecovery={has('recovery') && !isRecovery ? () => setRecovery(true) : undefined}
      />
    ),
    password: has('password') && (
      <PasswordField
        label={t('auth.password')}
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
        autoComplete="current-password"
        // the dialog was open before this field was rendered, and its close button had the focus
        autoFocus={!hasCode}
      />
    ),
  }
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        prove.mutate(false)
      }}
    >
      <Stack gap="md">
        <Ways ways={ways} error={prove.error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          {(hasCode || has('password')) && (
            <Button
              type="submit"
              loading={prove.isPending}
              disabled={password === '' && code.trim() === ''}
            >
              {t('factors.step_up.go_on')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

/** The body of the call: a typed password comes before a code. */
async function proofOf(isPasskey: boolean, password: string, code: string) {
  if (isPasskey) return { credential: await freshProof() }
  return password === '' ? { code } : { password }
}

interface CodeProofProps {
  readonly hasCode: boolean
  readonly code: string
  readonly onCode: (code: string) => void
  readonly isRecovery: boolean
  /** Switches to the field for a recovery code; undefined where there is none. */
  readonly onRecovery: (() => void) | undefined
}
function CodeProof({ hasCode, code, onCode, isRecovery, onRecovery }: CodeProofProps) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs">
      {hasCode && (
        <CodeField
          key={String(isRecovery)}
          label={t(isRecovery ? 'factors.recovery.code' : 'factors.code')}
          isRecovery={isRecovery}
          value={code}
          onChange={onCode}
        />
      )}
      {onRecovery !== undefined && (
        <TextButton label={t('factors.recovery.use')} onClick={onRecovery} />
      )}
    </Stack>
  )
}

interface WaysProps {
  readonly ways: Readonly<Record<string, ReactNode>>
  readonly error: Error | null
}
/** The methods that the person has, one below the other, with the error of the last proof above. */
function Ways({ ways, error }: WaysProps) {
  const { t } = useTranslation()
  const openWays = Object.entries(ways).filter(([, way]) => way !== false)
  return (
    <>
      <Text size="sm">
        {t(openWays.length > 0 ? 'factors.step_up.text' : 'factors.step_up.no_way')}
      </Text>
      {error !== null && <Notice kind="bad" text={messageOf(error)} />}
      {openWays.map(([name, way], i) => (
        <Fragment key={name}>
          {i > 0 && <Divider label={t('factors.step_up.or')} />}
          {way}
        </Fragment>
      ))}
    </>
  )
}
