// The chats of the company: a list with a test for each, and a form for a new one or another secret.
import { call, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Chat, chats, testChat } from '../contract.ts'
import { ChatForm, useReadAnew } from './ChatForm.tsx'

export function ChatsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(query(chats.all, {}))
  const [editedId, setEditedId] = useState<number | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('chats.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="md">
        {data === undefined ? (
          <LoadingRows error={error} onRetry={() => void refetch()} rows={2} height={32} />
        ) : data.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('chats.none')}
          </Text>
        ) : (
          <ul aria-label={t('chats.title')}>
            {data.map(chat => (
              <ChatLine
                key={chat.id}
                chat={chat}
                isEditing={chat.id === editedId}
                onEdit={isEditing => setEditedId(isEditing ? chat.id : null)}
              />
            ))}
          </ul>
        )}
        {editedId === null && <ChatForm />}
      </Stack>
    </Modal>
  )
}

/** Sends a test message to the chat and shows the result. */
function useTestMessage({ id, name }: Chat) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: () => call(testChat, { params: { id } }),
    onSuccess: ({ error }) =>
      error === null
        ? toast.success(t('chats.test_sent', { name }))
        : toast.error(t('chats.test_failed', { name, error })),
    onError: error => toast.failed(error),
  })
}

interface ChatLineProps {
  readonly chat: Chat
  readonly isEditing: boolean
  readonly onEdit: (isEditing: boolean) => void
}
function ChatLine({ chat, isEditing, onEdit }: ChatLineProps) {
  const { t } = useTranslation()
  const { id, name, kind, ready } = chat
  const readAnew = useReadAnew()
  const test = useTestMessage(chat)
  const remove = () =>
    void confirm({
      title: t('chats.remove_title', { name }),
      text: t('chats.remove_text'),
      confirm: t('ui.list.remove'),
      color: 'red',
      action: async () => {
        await call(chats.remove, { params: { id } })
        await readAnew()
      },
    })
  return (
    <li>
      <Group gap="xs" py={4} wrap="nowrap">
        <Text size="sm" flex={1}>
          {name} · {t(`chats.kind.${kind}`)}
          {!ready && ` · ${t('chats.no_secret')}`}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={test.isPending}
          aria-label={t('chats.test_of', { name })}
          onClick={() => test.mutate()}
        >
          {t('chats.test')}
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('chats.edit_of', { name })}
          aria-expanded={isEditing}
          onClick={() => onEdit(!isEditing)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('chats.remove_of', { name })}
          onClick={remove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {isEditing && <ChatForm chat={chat} onCancel={() => onEdit(false)} />}
    </li>
  )
}
