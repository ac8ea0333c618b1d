// The chats of the company: a list with a test for each, and a form for a new one or another secret.
import { call, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
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
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Chat, ChatKind, chats, testChat } from '../contract.ts'

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

const useReadAnew = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [chats.all.path] })
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

const EMPTY = { name: '', kind: 'slack' as ChatKind, secret: '', chat_id: '' }
type Values = typeof EMPTY

/** Name and service of a chat stay; a secret that is left empty does too. */
const save = (chat: Chat | undefined, { secret, chat_id, ...values }: Values) =>
  chat === undefined
    ? call(chats.create, { body: { ...values, secret, chat_id } })
    : call(chats.update, {
        params: { id: chat.id },
        body: { ...(secret !== '' && { secret }), ...(chat.kind === 'telegram' && { chat_id }) },
      })

interface ChatFormProps {
  /** undefined: a new one. */
  readonly chat?: Chat
  readonly onCancel?: () => void
}
function ChatForm({ chat, onCancel }: ChatFormProps) {
  const { t } = useTranslation()
  const readAnew = useReadAnew()
  const initial: Values =
    chat === undefined ? EMPTY : { ...chat, secret: '', chat_id: chat.chat_id ?? '' }
  const [form, setForm] = useState(initial)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const change = (values: Partial<Values>) => {
    setForm({ ...form, ...values })
    setErrors({})
  }
  const saving = useMutation({
    mutationFn: () => save(chat, form),
    meta: { quiet: true },
    onSuccess: async ({ name }) => {
      setForm(EMPTY)
      await readAnew()
      toast.success(t(chat === undefined ? 'chats.saved' : 'chats.changed', { name }))
      onCancel?.()
    },
    onError: error => {
      const faults = fieldErrors(error)
      if (faults === null) toast.failed(error)
      else setErrors(faults)
    },
  })
  return (
    <form
      noValidate
      aria-label={chat === undefined ? t('chats.new') : t('chats.edit_of', { name: chat.name })}
      onSubmit={event => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <Stack gap="sm">
        <ChatFields form={form} errors={errors} isNew={chat === undefined} onChange={change} />
        {onCancel === undefined ? (
          <Group justify="flex-end">
            <Button type="submit" loading={saving.isPending}>
              {t('chats.add')}
            </Button>
          </Group>
        ) : (
          <FormButtons label={t('ui.list.save')} onCancel={onCancel} isPending={saving.isPending} />
        )}
      </Stack>
    </form>
  )
}

interface ChatFieldsProps {
  readonly form: Values
  readonly errors: Readonly<Record<string, string>>
  readonly isNew: boolean
  readonly onChange: (values: Partial<Values>) => void
}
function ChatFields({ form, errors, isNew, onChange }: ChatFieldsProps) {
  const { t } = useTranslation()
  const isTelegram = form.kind === 'telegram'
  return (
    <>
      {isNew && (
        <>
          <SegmentedControl
            fullWidth
            aria-label={t('chats.service')}
            value={form.kind}
            onChange={kind => onChange({ kind: ChatKind.parse(kind) })}
            data={ChatKind.options.map(kind => ({ value: kind, label: t(`chats.kind.${kind}`) }))}
          />
          <TextInput
            label={t('chats.name')}
            value={form.name}
            error={errors.name}
            onChange={event => onChange({ name: event.currentTarget.value })}
          />
        </>
      )}
      <PasswordInput
        label={t(isTelegram ? 'chats.token' : 'chats.address')}
        description={isNew ? t(`chats.where.${form.kind}`) : t('chats.keeps')}
        autoComplete="off"
        value={form.secret}
        error={errors.secret}
        onChange={event => onChange({ secret: event.currentTarget.value })}
      />
      {isTelegram && (
        <TextInput
          label={t('chats.chat_id')}
          value={form.chat_id}
          error={errors.chat_id}
          onChange={event => onChange({ chat_id: event.currentTarget.value })}
        />
      )}
    </>
  )
}
