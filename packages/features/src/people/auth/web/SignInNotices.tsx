// The notices above the form of a sign-in: why the last session ended, and why this sign-in was refused.
import type { ApiError } from '@flotta/ui/api.ts'
import { interruption } from '@flotta/ui/interruption.ts'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Notice } from './Notice.tsx'
import type { useSignIn } from './useSignIn.ts'

export interface SignInNoticesProps {
  readonly signIn: ReturnType<typeof useSignIn>
  readonly linkSent: boolean
}

export function SignInNotices({ signIn, linkSent }: SignInNoticesProps) {
  const { t } = useTranslation()
  const { reset } = useSearch({ strict: false }) as { readonly reset?: string }
  const { error, ended, isLocked, isWaiting } = signIn
  const isShown = error !== null && !isLocked && (isWaiting || error.status !== 429)
  return (
    <>
      {linkSent && <Notice kind="good" text={t('auth.forgot.sent')} />}
      {reset === 'done' && !linkSent && error === null && (
        <Notice kind="good" text={t('auth.reset.done')} />
      )}
      {error === null && ended === 'ended' && <Notice kind="calm" text={t('api.session_ended')} />}
      {error === null && ended === 'expired' && <Notice kind="calm" text={t('auth.expired')} />}
      {error === null && interruption.snapshot() !== null && (
        <Notice kind="calm" text={t('auth.page_waits')} />
      )}
      {isLocked && <Notice kind="bad" text={t('auth.locked')} />}
      {isShown && <Notice kind="bad" text={reasonOf(error, t('auth.wrong'))} />}
    </>
  )
}

/** The text of a refusal; a 400 and a 401 have the same (auth.26). */
function reasonOf(error: ApiError, wrong: string): string {
  return error.status === 400 || error.status === 401 ? wrong : error.message
}
