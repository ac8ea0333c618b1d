// The secret of a web hook, which is shown only once.
import { CopyField } from '@flotta/ui/CopyField.tsx'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../people/auth/web/Notice.tsx'

export function SecretDialog({
  secret,
  onClose,
}: {
  readonly secret: string
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    // a click outside must not close what cannot be shown again
    <Dialog onClose={onClose} closeOnClickOutside={false} title={t('webhooks.secret')}>
      <Stack gap="md">
        <Notice kind="calm" text={t('webhooks.secret_once')} />
        <CopyField label={t('webhooks.secret')} value={secret} takesFocus />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('webhooks.secret_done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
