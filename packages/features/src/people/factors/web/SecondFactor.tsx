// The second step of a sign-in: a one-time code, a passkey, a recovery code; or the enrolment that the company requires.
import { ApiError, call, messageOf } from '@flotta/ui/api.ts'
import { session } from '@flotta/ui/session.ts'
import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../auth/web/Notice.tsx'
import { loginFactor, type Method } from '../contract.ts'
import type { NextStep } from './next-step.ts'
import { enrolPasskey, hasPasskeys, proofForTicket } from './passkeys.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TextButton } from './TextButton.tsx'
import { CodeField, faultOf, TotpSetUp } from './TotpSetUp.tsx'

interface StepProps {
  readonly step: NextStep
  readonly onSignedIn: (token: { readonly token: string; readonly expires_at: string }) => void
  readonly onBack: () => void
}
/** The typed code and its check; `isOver`: the ticket has expired. */
function useProof({ step, onSignedIn }: Pick<StepProps, 'step' | 'onSignedIn'>) {
  const [code, setCode] = useState('')
  const [remember, setRemember] = useState(false)
  const prove = useMutation({
    mutationFn: async (method: Method) =>
      call(loginFactor, {
        body: {
          ticket: step.ticket,
          method,
          remember,
          ...(method === 'passkey' ? { credential: await proofForTicket(step.ticket) } : { code }),
        },
      }),
    meta: { quiet: true },
    onSuccess: onSignedIn,
  })
  const isOver = prove.error instanceof ApiError && prove.error.fields.ticket !== undefined
  return { code, setCode, remember, setRemember, prove, isOver }
}

export function SecondFactor({ step, onSignedIn, onBack }: StepProps) {
  const { t } = useTranslation()
  const [isRecovery, setRecovery] = useState(
    !step.methods.includes('totp') && !step.methods.includes('passkey'),
  )
  const { code, setCode, remember, setRemember, prove, isOver } = useProof({ step, onSignedIn })
  const has = (method: Method) => step.methods.includes(method)
  const method = isRecovery ? 'recovery' : 'totp'
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        prove.mutate(method)
      }}
    >
      <Stack gap="md">
        {isOver && <Notice kind="bad" text={messageOf(prove.error)} />}
        {has('passkey') && hasPasskeys() && !isRecovery && (
          <PasskeyButton
            isMain={!has('totp')}
            isPending={prove.isPending && prove.variables === 'passkey'}
            onClick={() => prove.mutate('passkey')}
          />
        )}
        {(has('totp') || isRecovery) && (
          <CodeEntry
            key={method}
            isRecovery={isRecovery}
            value={code}
            onChange={setCode}
            error={prove.error && !isOver ? faultOf(prove.error) : null}
          />
        )}
        <Checkbox
          label={t('factors.remember')}
          checked={remember}
          onChange={event => setRemember(event.currentTarget.checked)}
        />
        {(has('totp') || isRecovery) && (
          <Button
            type="submit"
            size="md"
            loading={prove.isPending}
            disabled={code.trim() === '' || isOver}
          >
            {t('auth.sign_in')}
          </Button>
        )}
        {has('recovery') && !isRecovery && (
          <TextButton label={t('factors.recovery.use')} onClick={() => setRecovery(true)} />
        )}
        <TextButton label={t('auth.forgot.back')} onClick={onBack} />
      </Stack>
    </form>
  )
}

interface PasskeyButtonProps {
  readonly isMain: boolean
  readonly isPending: boolean
  readonly onClick: () => void
}
function PasskeyButton({ isMain, isPending, onClick }: PasskeyButtonProps) {
  const { t } = useTranslation()
  return (
    <Button
      size="md"
      variant={isMain ? 'filled' : 'default'}
      leftSection={<IconFingerprint size={18} aria-hidden />}
      onClick={onClick}
      loading={isPending}
    >
      {t('factors.passkey.use')}
    </Button>
  )
}

type CodeEntryProps = Pick<
  ComponentProps<typeof CodeField>,
  'isRecovery' | 'value' | 'onChange' | 'error'
>
const CodeEntry = (props: CodeEntryProps) => {
  const { t } = useTranslation()
  const { isRecovery } = props
  return (
    <>
      <Text size="sm">{t(isRecovery ? 'factors.recovery.enter' : 'factors.totp.enter')}</Text>
      <CodeField {...props} label={t(isRecovery ? 'factors.recovery.code' : 'factors.code')} />
    </>
  )
}

/** The company requires a second factor, and the person has none yet. */
export function EnrolAtSignIn({ step, onSignedIn, onBack }: StepProps) {
  const { t } = useTranslation()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isTotp, setTotp] = useState(!hasPasskeys())
  // the enrolment has set the cookie of a session
  const go = async () => {
    await session.renew()
    const token = session.held()
    if (token !== null)
      onSignedIn({ token, expires_at: new Date(Date.now() + 600_000).toISOString() })
    else onBack()
  }
  const passkey = useMutation({
    mutationFn: () => enrolPasskey(t('factors.passkey.name'), step.ticket),
    meta: { quiet: true },
    onSuccess: setCodes,
  })
  if (codes !== null)
    return <RecoveryCodes codes={codes} done={t('factors.go_on')} onDone={() => void go()} />
  return (
    <Stack gap="md">
      <Notice kind="calm" text={t('api.second_factor_enrol')} />
      {passkey.error !== null && <Notice kind="bad" text={messageOf(passkey.error)} />}
      {isTotp ? (
        <TotpSetUp ticket={step.ticket} onDone={setCodes} />
      ) : (
        <>
          <Button size="md" onClick={() => setTotp(true)}>
            {t('factors.totp.add')}
          </Button>
          <Button
            size="md"
            variant="default"
            loading={passkey.isPending}
            onClick={() => passkey.mutate()}
          >
            {t('factors.passkey.add')}
          </Button>
        </>
      )}
      <TextButton label={t('auth.forgot.back')} onClick={onBack} />
    </Stack>
  )
}
