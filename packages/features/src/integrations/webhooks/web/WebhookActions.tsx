// The actions on a web hook: show its attempts, change it, test it, give it a new secret, remove it.
import { call, mutation } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { attempts, rotateSecret, testWebhook, type Webhook, webhooks } from '../contract.ts'

export interface WebhookActionsProps {
  readonly hook: Webhook
  readonly isChosen: boolean
  readonly onChoose: (id: number | undefined) => void
  readonly onEdit: (hook: Webhook) => void
  readonly onSecret: (secret: string) => void
}
export function WebhookActions({
  hook,
  isChosen,
  onChoose,
  onEdit,
  onSecret,
}: WebhookActionsProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { id, url, active } = hook
  const refresh = () => client.invalidateQueries({ queryKey: [webhooks.list.path] })
  const test = useMutation({
    ...mutation(testWebhook),
    onSuccess: async () => {
      toast.success(t('webhooks.test_done'))
      onChoose(id)
      await client.invalidateQueries({ queryKey: [attempts.path] })
    },
  })
  const rotate = async () => {
    const isConfirmed = await confirm({
      title: t('webhooks.rotate_title'),
      text: t('webhooks.rotate_text'),
      confirm: t('webhooks.rotate'),
      action: async () => onSecret((await call(rotateSecret, { params: { id } })).secret),
    })
    if (isConfirmed) await refresh()
  }
  const remove = async () => {
    const isConfirmed = await confirm({
      title: t('webhooks.remove_title'),
      text: url,
      confirm: t('webhooks.remove'),
      color: 'red',
      action: () => call(webhooks.remove, { params: { id } }),
    })
    if (!isConfirmed) return
    if (isChosen) onChoose(undefined)
    await refresh()
  }
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        aria-pressed={isChosen}
        onClick={() => onChoose(isChosen ? undefined : id)}
      >
        {t('webhooks.attempts')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('webhooks.more', { url })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onEdit(hook)}>{t('webhooks.edit')}</Menu.Item>
          <Menu.Item disabled={active === 0} onClick={() => test.mutate({ params: { id } })}>
            {t('webhooks.test')}
          </Menu.Item>
          <Menu.Item onClick={() => void rotate()}>{t('webhooks.rotate')}</Menu.Item>
          <Menu.Item color="red" onClick={() => void remove()}>
            {t('webhooks.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
