// The verification of a printed temperature receipt, for everybody and without a sign-in.
import { query } from '@flotta/ui/api.ts'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PublicPage } from '../../../people/auth/web/PublicPage.tsx'
import { CODE_MAX, type Verification, verify } from '../contract.ts'
import { codeOf } from './address.ts'
import { Outcome } from './Outcome.tsx'

const UNREADABLE: Verification = { outcome: 'unreadable', receipt: null, fault: null }

export default function VerifyScreen() {
  const { c } = useSearch({ from: '/verify' })
  return (
    <PublicPage>
      <VerificationStep code={c} />
    </PublicPage>
  )
}

function VerificationStep({ code }: { readonly code: string | undefined }) {
  if (code === undefined || code === '') return <CodeForm />
  // The server takes no such text, and no receipt has it.
  if (code.length > CODE_MAX) return <VerificationOutcome verification={UNREADABLE} />
  return <VerificationAnswer key={code} code={code} />
}

function VerificationAnswer({ code }: { readonly code: string }) {
  const { t } = useTranslation()
  // The register may be altered a minute later, so an earlier answer is not cached.
  const { data, error, refetch } = useQuery({
    ...query(verify, { query: { c: code } }),
    gcTime: 0,
    retry: false,
  })
  if (error !== null)
    return (
      <>
        <h1>{t('register.verify.title')}</h1>
        <LoadError error={error} onRetry={() => void refetch()} />
      </>
    )
  if (data === undefined)
    return (
      <div aria-busy="true">
        <h1>{t('register.verify.title')}</h1>
        <Skeleton height={72} mt="lg" />
        <Skeleton height={180} mt="md" />
      </div>
    )
  return <VerificationOutcome verification={data} />
}

function VerificationOutcome({ verification }: { readonly verification: Verification }) {
  return (
    <>
      <Outcome verification={verification} />
      <VerifyAnother />
    </>
  )
}

function VerifyAnother() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      mt="xl"
      onClick={() => void navigate({ to: '/verify', search: {} })}
    >
      {t('register.verify.another')}
    </Button>
  )
}

function CodeForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [input, setInput] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const c = codeOf(input)
    if (c !== '') void navigate({ to: '/verify', search: { c } })
  }
  return (
    <>
      <h1>{t('register.verify.title')}</h1>
      <Text c="dimmed" mt={4}>
        {t('register.verify.text')}
      </Text>
      <form noValidate onSubmit={submit}>
        <Stack gap="md" mt="lg">
          <TextInput
            label={t('register.verify.code')}
            description={t('register.verify.code_text')}
            value={input}
            onChange={event => setInput(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
          />
          <Button type="submit" size="md" fullWidth disabled={codeOf(input) === ''}>
            {t('register.verify.check')}
          </Button>
        </Stack>
      </form>
    </>
  )
}
