// The page that the links about a changed address open, without a sign-in: the new address is confirmed, or the change undone. The person must press the
// button, because mail programs open links by themselves.
import { messageOf, mutation } from '@flotta/ui/api.ts'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirmAddress, undoAddress } from '../../users/contract.ts'
import { Notice } from './Notice.tsx'
import { PublicPage } from './PublicPage.tsx'

export default function AddressScreen() {
  const { t } = useTranslation()
  const { does = '', token = '' } = useParams({ strict: false }) as {
    readonly does?: string
    readonly token?: string
  }
  const confirming = does === 'confirm'
  const confirm = useMutation({ ...mutation(confirmAddress), meta: { quiet: true } })
  const undo = useMutation({ ...mutation(undoAddress), meta: { quiet: true } })
  const { error, isPending } = confirming ? confirm : undo
  const doneText =
    confirm.data !== undefined
      ? t('auth.address.confirmed', { email: confirm.data.email })
      : undo.data !== undefined
        ? t(undo.data.restored ? 'auth.address.restored' : 'auth.address.cancelled', {
            email: undo.data.email,
          })
        : null
  const press = () =>
    confirming ? confirm.mutate({ body: { token } }) : undo.mutate({ body: { token } })
  return (
    <PublicPage>
      <h1>{t(confirming ? 'auth.address.confirm_title' : 'auth.address.undo_title')}</h1>
      {doneText === null && (
        <Text c="dimmed" mt={4}>
          {t(confirming ? 'auth.address.confirm_text' : 'auth.address.undo_text')}
        </Text>
      )}
      <Stack gap="md" mt="lg">
        {error !== null && <Notice kind="bad" text={messageOf(error)} />}
        {doneText !== null ? (
          <Notice kind="good" text={doneText} />
        ) : (
          <Button size="md" fullWidth autoFocus loading={isPending} onClick={press}>
            {t(confirming ? 'auth.address.confirm' : 'auth.address.undo')}
          </Button>
        )}
        <Anchor component={Link} to="/login" size="sm" ta="center">
          {t('auth.forgot.back')}
        </Anchor>
      </Stack>
    </PublicPage>
  )
}
