// The form with e-mail and password, and its messages when the sign-in fails.
import { ApiError, mutation, query } from '@flotta/ui/api.ts'
import { session } from '@flotta/ui/session.ts'
import { fieldErrors, zodForm } from '@flotta/ui/zod-form.ts'
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { about } from '../about.ts'
import { LoginForm, login } from '../contract.ts'
import classes from './auth.module.css'
import { Notice } from './Notice.tsx'
import { localPath } from './next.ts'
import { PasswordField } from './PasswordField.tsx'

export interface SignInProps {
  /** The h1, and what is said below it. */
  readonly title: string
  readonly text?: string
  readonly email?: string
  /** A reset link has just been asked for. */
  readonly linkSent?: boolean
  /** Without it nobody is helped with a forgotten password here. */
  readonly onForgot?: (email: string) => void
  /** Where it leads when no page was wanted. */
  readonly first?: string
  /** Whose sign-in of the demonstration is offered. */
  readonly demo: 'email' | 'printing'
}

export function SignIn({
  title,
  text,
  email = '',
  linkSent = false,
  onForgot,
  first,
  demo,
}: SignInProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const { next, reset } = useSearch({ strict: false }) as {
    readonly next?: string
    readonly reset?: string
  }
  const { ended } = useSyncExternalStore(session.subscribe, session.snapshot)
  const { data: installation } = useQuery({
    ...query(about, {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const form = useForm({ initialValues: { email, password: '' }, validate: zodForm(LoginForm) })
  const [opening, setOpening] = useState(false)
  const submit = useMutation({
    ...mutation(login),
    meta: { quiet: true },
    onSuccess: async token => {
      setOpening(true)
      session.begin(token)
      // The guard reads who it is, and leads who may not be there elsewhere.
      await router.navigate({ href: localPath(next, first) })
      setOpening(false)
    },
    onError: error => form.setErrors(fieldErrors(error) ?? {}),
  })
  const signInError = submit.error instanceof ApiError ? submit.error : null
  // Only the account that was refused waits; another may be tried at once.
  const isRefused =
    submit.variables?.body.email.toLowerCase() === form.values.email.trim().toLowerCase()
  const waiting =
    useWaiting(signInError?.status === 429 ? (signInError.retryAfter ?? 60) : 0, signInError) &&
    isRefused
  const isLocked = signInError?.status === 423 || (signInError === null && ended === 'locked')

  return (
    <>
      <h1>{title}</h1>
      {text !== undefined && <p className={classes.about}>{text}</p>}
      <Stack gap="md" mt="lg">
        {linkSent && <Notice kind="good" text={t('auth.forgot.sent')} />}
        {reset === 'done' && !linkSent && signInError === null && (
          <Notice kind="good" text={t('auth.reset.done')} />
        )}
        {signInError === null && ended === 'ended' && (
          <Notice kind="calm" text={t('api.session_ended')} />
        )}
        {signInError === null && ended === 'expired' && (
          <Notice kind="calm" text={t('auth.expired')} />
        )}
        {isLocked && <Notice kind="bad" text={t('auth.locked')} />}
        {signInError !== null && !isLocked && (waiting || signInError.status !== 429) && (
          <Notice kind="bad" text={reasonOf(signInError, t('auth.wrong'))} />
        )}
        <form
          noValidate
          onSubmit={form.onSubmit(
            values => submit.mutate({ body: values }),
            errors =>
              document
                .querySelector<HTMLInputElement>(`[name="${Object.keys(errors)[0]}"]`)
                ?.focus(),
          )}
        >
          <Stack gap="md">
            <TextInput
              {...form.getInputProps('email')}
              name="email"
              type="email"
              label={t('auth.email')}
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              size="md"
              autoFocus
            />
            <PasswordField
              {...form.getInputProps('password')}
              name="password"
              label={t('auth.password')}
              autoComplete="current-password"
              size="md"
            />
            <Button
              type="submit"
              size="md"
              fullWidth
              loading={submit.isPending || opening}
              disabled={waiting}
            >
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
      </Stack>
      {installation?.demo != null && (
        <section className={classes.demo} aria-label={t('auth.demo_title')}>
          <Text size="sm" fw={600}>
            {t('auth.demo_title')}
          </Text>
          <Text size="xs" c="dimmed" mb="xs">
            {t('auth.demo_text')}
          </Text>
          <code>{installation.demo[demo]}</code>
          <code>{installation.demo.password}</code>
          <Button
            variant="default"
            size="xs"
            mt="sm"
            onClick={() =>
              installation.demo &&
              form.setValues({
                email: installation.demo[demo],
                password: installation.demo.password,
              })
            }
          >
            {t('auth.demo_fill')}
          </Button>
        </section>
      )}
    </>
  )
}

/** A 400 and a 401 are the same for the reader (auth.26). */
function reasonOf(error: ApiError, wrong: string): string {
  return error.status === 400 || error.status === 401 ? wrong : error.message
}

/** True until `seconds` have passed since `cause` came. */
function useWaiting(seconds: number, cause: unknown): boolean {
  const [over, setOver] = useState<unknown>(null)
  useEffect(() => {
    if (cause === null || seconds === 0) return
    const timer = setTimeout(() => setOver(cause), seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds, cause])
  return cause !== null && seconds > 0 && over !== cause
}
