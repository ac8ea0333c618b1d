// The chats of the company: a list with a test for each, and a form for a new one.
import { call, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import {
  ActionIcon,
  Button,
  Group,
  Modal,
  PasswordInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Chat, ChatKind, chats, testChat } from '../contract.ts'

export function ChatsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(query(chats.all, {}))
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
              <ChatLine key={chat.id} chat={chat} />
            ))}
          </ul>
        )}
        <NewChat />
      </Stack>
    </Modal>
  )
}

const useReadAnew = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [chats.all.path] })
}

function ChatLine({ chat: { id, name, kind, ready } }: { readonly chat: Chat }) {
  const { t } = useTranslation()
  const readAnew = useReadAnew()
  const test = useMutation({
    mutationFn: () => call(testChat, { params: { id } }),
    onSuccess: ({ error }) =>
      error === null
        ? toast.success(t('chats.test_sent', { name }))
        : toast.error(t('chats.test_failed', { name, error })),
    onError: error => toast.failed(error),
  })
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
    <Group component="li" gap="xs" py={4} wrap="nowrap">
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
        aria-label={t('chats.remove_of', { name })}
        onClick={remove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

const EMPTY = { name: '', kind: 'slack' as ChatKind, secret: '', chat_id: '' }
function NewChat() {
  const { t } = useTranslation()
  const readAnew = useReadAnew()
  const [form, setForm] = useState(EMPTY)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const change = (values: Partial<typeof EMPTY>) => {
    setForm({ ...form, ...values })
    setErrors({})
  }
  const create = useMutation({
    mutationFn: () => call(chats.create, { body: form }),
    meta: { quiet: true },
    onSuccess: async ({ name }) => {
      setForm(EMPTY)
      await readAnew()
      toast.success(t('chats.saved', { name }))
    },
    onError: error => {
      const faults = fieldErrors(error)
      if (faults === null) toast.failed(error)
      else setErrors(faults)
    },
  })
  const isTelegram = form.kind === 'telegram'
  return (
    <form
      noValidate
      aria-label={t('chats.new')}
      onSubmit={event => {
        event.preventDefault()
        create.mutate()
      }}
    >
      <Stack gap="sm">
        <SegmentedControl
          fullWidth
          aria-label={t('chats.service')}
          value={form.kind}
          onChange={kind => change({ kind: ChatKind.parse(kind) })}
          data={ChatKind.options.map(kind => ({ value: kind, label: t(`chats.kind.${kind}`) }))}
        />
        <TextInput
          label={t('chats.name')}
          value={form.name}
          error={errors.name}
          onChange={event => change({ name: event.currentTarget.value })}
        />
        <PasswordInput
          label={t(isTelegram ? 'chats.token' : 'chats.address')}
          description={t(`chats.where.${form.kind}`)}
          autoComplete="off"
          value={form.secret}
          error={errors.secret}
          onChange={event => change({ secret: event.currentTarget.value })}
        />
        {isTelegram && (
          <TextInput
            label={t('chats.chat_id')}
            value={form.chat_id}
            error={errors.chat_id}
            onChange={event => change({ chat_id: event.currentTarget.value })}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t('chats.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
