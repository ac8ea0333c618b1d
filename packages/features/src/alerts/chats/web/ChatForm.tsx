// The form of a chat: a new one, or another secret for an existing one.
import { call } from '@flotta/ui/api.ts'
import { FormButtons } from '@flotta/ui/FormButtons.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { Button, Group, PasswordInput, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Chat, ChatKind, chats } from '../contract.ts'

export const useReadAnew = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [chats.all.path] })
}

const EMPTY = { name: '', kind: 'slack' as ChatKind, secret: '', chat_id: '' }
type Values = typeof EMPTY

/** Name and service of a chat cannot change; an empty secret leaves the stored one. */
const save = (chat: Chat | undefined, { secret, chat_id, ...values }: Values) =>
  chat === undefined
    ? call(chats.create, { body: { ...values, secret, chat_id } })
    : call(chats.update, {
        params: { id: chat.id },
        body: { ...(secret !== '' && { secret }), ...(chat.kind === 'telegram' && { chat_id }) },
      })

interface ChatFormProps {
  /** undefined: a new chat. */
  readonly chat?: Chat
  readonly onCancel?: () => void
}
export function ChatForm({ chat, onCancel }: ChatFormProps) {
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
