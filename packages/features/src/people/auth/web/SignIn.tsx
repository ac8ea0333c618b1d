// The form with e-mail and password, and its messages when the sign-in fails.
import { AccountEmail } from '@flotta/ui/form-fields.tsx'
import { interruption } from '@flotta/ui/interruption.ts'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { Anchor, Button, Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NextStep } from '../../factors/web/next-step.ts'
import { PasskeySignIn } from '../../factors/web/PasskeySignIn.tsx'
import { ProviderLinks } from '../../identity/web/ProviderLinks.tsx'
import classes from './auth.module.css'
import { DemoSignIn } from './DemoSignIn.tsx'
import { PasswordField } from './PasswordField.tsx'
import { SignInNotices } from './SignInNotices.tsx'
import { useSignIn } from './useSignIn.ts'

export interface SignInProps {
  /** The h1, and the text below it. */
  readonly title: string
  readonly text?: string
  readonly email?: string
  /** A reset link has just been requested. */
  readonly linkSent?: boolean
  /** Without it there is no help with a forgotten password. */
  readonly onForgot?: (email: string) => void
  /** The page to open when none was requested. */
  readonly first?: string
  /** Which sign-in of the demonstration is offered. */
  readonly demo: 'email' | 'printing'
}

export function SignIn(props: SignInProps) {
  const { title, text, email = '', linkSent = false, first } = props
  // Over a page that waits, most likely the same person signs in again.
  const signIn = useSignIn(email || (interruption.snapshot()?.email ?? ''), first)
  return (
    <>
      <h1>{title}</h1>
      {text !== undefined && <p className={classes.about}>{text}</p>}
      {signIn.step !== null ? (
        <Stack gap="md" mt="lg">
          <Step signIn={signIn} step={signIn.step} />
        </Stack>
      ) : (
        <FirstStep {...props} signIn={signIn} linkSent={linkSent} />
      )}
    </>
  )
}

interface FirstStepProps extends Pick<SignInProps, 'onForgot' | 'demo'> {
  readonly signIn: ReturnType<typeof useSignIn>
  readonly linkSent: boolean
}
function FirstStep({ signIn, linkSent, onForgot, demo }: FirstStepProps) {
  return (
    <>
      <Stack gap="md" mt="lg">
        <SignInNotices signIn={signIn} linkSent={linkSent} />
        <PasswordForm signIn={signIn} onForgot={onForgot} />
      </Stack>
      {onForgot && <PasskeySignIn onSignedIn={token => void signIn.open(token)} />}
      {onForgot && <ProviderLinks />}
      <DemoSignIn account={demo} onFill={values => signIn.form.setValues(values)} />
    </>
  )
}

interface StepProps {
  readonly signIn: ReturnType<typeof useSignIn>
  readonly step: NextStep
}
// Most people sign in by the password alone, so the second step is loaded when it is asked for.
const SecondFactor = lazy(async () => {
  const step = await import('../../factors/web/SecondFactor.tsx')
  return { default: step.SecondFactor }
})
const EnrolAtSignIn = lazy(async () => {
  const step = await import('../../factors/web/SecondFactor.tsx')
  return { default: step.EnrolAtSignIn }
})
function Step({ signIn, step }: StepProps) {
  const Screen = step.isEnrolment ? EnrolAtSignIn : SecondFactor
  return (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <Screen step={step} onSignedIn={token => void signIn.open(token)} onBack={signIn.back} />
    </Suspense>
  )
}

interface PasswordFormProps {
  readonly signIn: ReturnType<typeof useSignIn>
  readonly onForgot: ((email: string) => void) | undefined
}
function PasswordForm({ signIn, onForgot }: PasswordFormProps) {
  const { t } = useTranslation()
  const { form, submit, isBusy, isWaiting, isLocked } = signIn
  /** Whether the address is still to be typed. */
  const [isNew] = useState(() => form.getValues().email === '')
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(submit, errors =>
        document.querySelector<HTMLInputElement>(`[name="${Object.keys(errors)[0]}"]`)?.focus(),
      )}
    >
      <Stack gap="md">
        <AccountEmail
          {...form.getInputProps('email')}
          name="email"
          label={t('auth.email')}
          size="md"
          autoFocus={isNew}
        />
        <PasswordField
          {...form.getInputProps('password')}
          name="password"
          label={t('auth.password')}
          autoComplete="current-password"
          size="md"
          autoFocus={!isNew}
        />
        <Button type="submit" size="md" fullWidth loading={isBusy} disabled={isWaiting}>
          {t('auth.sign_in')}
        </Button>
        {onForgot && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            ta="center"
            onClick={() => onForgot(form.getValues().email)}
          >
            {t(isLocked ? 'auth.forgot.title' : 'auth.forgot.link')}
          </Anchor>
        )}
      </Stack>
    </form>
  )
}
