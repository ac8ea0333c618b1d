// One sentence above a form: a success, an information, an error.
import { Alert } from '@mantine/core'
import { IconCircleCheck, IconExclamationCircle, IconLock } from '@tabler/icons-react'

export function Notice({
  kind,
  text,
}: {
  readonly kind: 'good' | 'calm' | 'bad'
  readonly text: string
}) {
  const Icon =
    kind === 'good' ? IconCircleCheck : kind === 'calm' ? IconLock : IconExclamationCircle
  return (
    <Alert
      role={kind === 'bad' ? 'alert' : 'status'}
      color={kind === 'good' ? 'green' : kind === 'calm' ? 'blue' : 'red'}
      icon={<Icon size={18} aria-hidden />}
      styles={{ message: { color: 'var(--flotta-text)' } }}
    >
      {text}
    </Alert>
  )
}
