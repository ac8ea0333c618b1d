// The state of a sign-in: the form, the call, why it was refused, and how long the account must wait.
import { ApiError, mutation } from '@flotta/ui/api.ts'
import { interruption } from '@flotta/ui/interruption.ts'
import { session } from '@flotta/ui/session.ts'
import { fieldErrors, zodForm } from '@flotta/ui/zod-form.ts'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type NextStep, nextStepOf } from '../../factors/web/next-step.ts'
import { LoginForm, login, type Token } from '../contract.ts'
import { localPath } from './next.ts'

/** `first` is the page to open when none was requested. */
export function useSignIn(email: string, first: string | undefined) {
  const router = useRouter()
  const { next } = useSearch({ strict: false }) as { readonly next?: string }
  const { ended } = useSyncExternalStore(session.subscribe, session.snapshot)
  const form = useForm({ initialValues: { email, password: '' }, validate: zodForm(LoginForm) })
  const [opening, setOpening] = useState(false)
  const [step, setStep] = useState<NextStep | null>(null)
  const open = async (token: Token) => {
    setOpening(true)
    session.begin(token)
    const page = interruption.snapshot()
    // The guard loads the person, and redirects those who may not see the page.
    await (page === null ? router.navigate({ href: localPath(next, first) }) : page.goOn())
    setOpening(false)
  }
  const signIn = useMutation({
    ...mutation(login),
    meta: { quiet: true },
    onSuccess: open,
    onError: error => {
      const nextStep = nextStepOf(error)
      setStep(nextStep)
      if (nextStep === null) form.setErrors(fieldErrors(error) ?? {})
    },
  })
  const error = signIn.error instanceof ApiError ? signIn.error : null
  // Only the account that was refused waits; another may be tried at once.
  const isSameAccount =
    signIn.variables?.body.email.toLowerCase() === form.values.email.trim().toLowerCase()
  const mustWait = useWaiting(error?.status === 429 ? (error.retryAfter ?? 60) : 0, error)
  return {
    form,
    /** The next step after the password; null: none. */
    step,
    open,
    back: () => {
      setStep(null)
      signIn.reset()
      form.setFieldValue('password', '')
    },
    submit: (body: typeof form.values) => signIn.mutate({ body }),
    error,
    /** Why the former session ended. */
    ended,
    isBusy: signIn.isPending || opening,
    isWaiting: mustWait && isSameAccount,
    isLocked: error?.status === 423 || (error === null && ended === 'locked'),
  }
}

/** True until `seconds` have passed since `cause` changed. */
function useWaiting(seconds: number, cause: unknown): boolean {
  const [over, setOver] = useState<unknown>(null)
  useEffect(() => {
    if (cause === null || seconds === 0) return
    const timer = setTimeout(() => setOver(cause), seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds, cause])
  return cause !== null && seconds > 0 && over !== cause
}
