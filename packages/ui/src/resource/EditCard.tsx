// The card of one record: it is read, and edited in its place. A new one begins in its form and is dropped by cancel (P §4 "Card forms").
import type { CallOf, Endpoint, ReplyOf } from '@flotta/core/contract.ts'
import type { Resource } from '@flotta/core/resource.ts'
import { ActionIcon, Button, Group, Stack, Tooltip } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { ApiError, call, callTagged } from '../api.ts'
import { confirm } from '../Confirm.tsx'
import { useHandOn } from '../focus.ts'
import { toast } from '../toast.tsx'
import { fieldErrors, zodForm } from '../zod-form.ts'
import { merge } from './merge.ts'
import classes from './resource.module.css'
import { Stale } from './Stale.tsx'
import { mayLeave, useUnsaved } from './unsaved.ts'
import { type RecordOf, refresh } from './useRecords.ts'

/** What a card needs of an entity; without `create` none is made here, without `remove` none is removed. */
export type Editable = Pick<Resource, 'resource' | 'form' | 'one' | 'update'> &
  Partial<Pick<Resource, 'create' | 'remove'>>
type MadeOf<R extends Editable> = R extends { readonly create: infer C extends Endpoint }
  ? ReplyOf<C>
  : never
/** How an entity is read and filled in; the same for its list and its table. */
export interface CardKind<R extends Editable, V extends object> {
  readonly resource: R
  /** What names a record: in questions and notices. */
  readonly nameOf: (record: RecordOf<R>) => string
  /** The form of a record, or with null of a new one. Empty fields are ''. */
  readonly toForm: (record: RecordOf<R> | null) => V
  /** Default: the resource's form. */
  readonly schema?: z.ZodType
  /** What is sent; default: the values as they are. `record` null: a new one. */
  readonly toBody?: (values: V, record: RecordOf<R> | null) => object
  /** The label of each field, for notices. */
  readonly labels: Readonly<Record<string, string>>
  readonly fields: (form: UseFormReturnType<V>, record: RecordOf<R> | null) => ReactNode
  /** What is asked before it is removed; default: by its name. */
  readonly removeTitle?: (record: RecordOf<R>) => string
  /** What removing means, beside what the title asks. */
  readonly removing?: string
  /** Said when it was removed. */
  readonly removed?: (record: RecordOf<R>) => string
  /** Said when a new one was made, of what the call answered. */
  readonly made?: (reply: MadeOf<R>) => string
  /** Answers elsewhere in which its records stand. */
  readonly reads?: readonly Endpoint[]
}

export interface EditCardProps<R extends Editable, V extends object> {
  readonly kind: CardKind<R, V>
  /** null: a new one, which is not stored yet. */
  readonly record: RecordOf<R> | null
  readonly editing: boolean
  readonly onEdit: () => void
  /** Back to reading; a new one is dropped. */
  readonly onClose: () => void
  /** A new one is stored. */
  readonly onMade?: (record: RecordOf<R>) => void
  /** Without them there is nothing to press. */
  readonly mayEdit: boolean
  readonly mayRemove?: boolean
  readonly head: ReactNode
  /** More to press beside edit and remove. */
  readonly actions?: ReactNode
  /** Below the head while it is read. */
  readonly children?: ReactNode
}

export function EditCard<R extends Editable, V extends object>(props: EditCardProps<R, V>) {
  const {
    kind,
    record,
    editing,
    onEdit,
    onClose,
    onMade,
    mayEdit,
    mayRemove = mayEdit && kind.resource.remove !== undefined,
    head,
    actions,
    children,
  } = props
  const { t } = useTranslation()
  const client = useQueryClient()
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(editing)
  useHandOn(edit)
  useEffect(() => {
    // who has saved or cancelled goes on where it began
    if (wasEditing.current && !editing) edit.current?.focus()
    wasEditing.current = editing
  }, [editing])
  if (editing || record === null)
    return (
      <Editing
        kind={kind}
        record={record}
        onClose={onClose}
        {...(onMade !== undefined && { onMade })}
      />
    )
  const name = kind.nameOf(record)
  const remove = async () => {
    const confirmed = await confirm({
      title: kind.removeTitle?.(record) ?? t('ui.list.remove_title', { name }),
      ...(kind.removing !== undefined && { text: kind.removing }),
      confirm: t('ui.list.remove'),
      color: 'red',
      action: () =>
        call(kind.resource.remove as Endpoint, { params: { id: record.id } } as CallOf<Endpoint>),
    })
    if (!confirmed) return
    toast.success(kind.removed?.(record) ?? t('ui.list.removed', { name }))
    await refresh(client, kind.resource, kind.reads)
  }
  return (
    <>
      <div className={classes.head}>
        <div className={classes.headBody}>{head}</div>
        {mayEdit && (
          <Group gap={0} wrap="nowrap" className={classes.actions}>
            {actions}
            <Tooltip label={t('ui.list.edit')}>
              <ActionIcon
                ref={edit}
                onClick={() => void mayLeave().then(may => may && onEdit())}
                aria-label={t('ui.list.edit_of', { name })}
              >
                <IconPencil size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            </Tooltip>
            {mayRemove && (
              <Tooltip label={t('ui.list.remove')}>
                <ActionIcon
                  onClick={() => void remove()}
                  aria-label={t('ui.list.remove_of', { name })}
                >
                  <IconTrash size={18} stroke={1.75} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
          </Group>
        )}
      </div>
      {children}
    </>
  )
}

function Editing<R extends Editable, V extends object>({
  kind,
  record,
  onClose,
  onMade,
}: Pick<EditCardProps<R, V>, 'kind' | 'record' | 'onClose' | 'onMade'>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { resource } = kind
  const [initialValues] = useState(() => kind.toForm(record))
  const began = useRef(initialValues)
  const form = useForm<V>({
    initialValues,
    validate: zodForm(kind.schema ?? resource.form) as never,
  })
  const box = useRef<HTMLFormElement>(null)
  /** What the form began from: a save over somebody else's change is refused by it. */
  const seen = useRef<string | null>(null)
  const [stale, setStale] = useState<
    readonly { readonly field: keyof V & string; readonly theirs: unknown }[] | null
  >(null)

  /** The list may be a minute old: the form begins from what is stored now. */
  const begin = async () => {
    if (record === null) return
    const fresh = await callTagged(
      resource.one as Endpoint,
      { params: { id: record.id } } as CallOf<Endpoint>,
    )
    seen.current = fresh.etag
    if (form.isDirty()) return
    const values = kind.toForm(fresh.value as RecordOf<R>)
    began.current = values
    form.setInitialValues(values)
    form.setValues(values)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens.
  useEffect(() => {
    begin().catch(error => {
      toast.failed(error)
      onClose()
      void refresh(client, resource, kind.reads)
    })
    box.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus()
  }, [])

  /** Somebody else saved meanwhile: what I left alone is taken from there, what both changed is shown, and the next save is over that version. */
  const meet = async () => {
    if (record === null || seen.current === null) return
    const now = await callTagged(
      resource.one as Endpoint,
      { params: { id: record.id } } as CallOf<Endpoint>,
    ).catch(() => null)
    if (now === null || now.etag === seen.current) return
    const theirs = kind.toForm(now.value as RecordOf<R>)
    const { values, both } = merge(began.current, form.getValues(), theirs)
    seen.current = now.etag
    began.current = theirs
    form.setInitialValues(theirs)
    form.setValues(values)
    setStale(both.map(field => ({ field, theirs: theirs[field] })))
  }
  const save = useMutation({
    meta: { quiet: true },
    async mutationFn(values: V) {
      const body = kind.toBody?.(values, record) ?? values
      if (record === null) return call(resource.create as Endpoint, { body } as CallOf<Endpoint>)
      const tag = seen.current === null ? {} : { 'if-match': seen.current }
      return (
        await callTagged(
          resource.update as Endpoint,
          { params: { id: record.id }, body } as CallOf<Endpoint>,
          tag,
        )
      ).value
    },
    async onSuccess(saved) {
      const stored = saved as RecordOf<R>
      await refresh(client, resource, kind.reads)
      toast.saved(
        (record === null ? kind.made?.(saved as MadeOf<R>) : undefined) ??
          t('ui.list.saved', { name: kind.nameOf(stored) }),
      )
      onClose()
      if (record === null) onMade?.(stored)
    },
    onError(error) {
      const fields = fieldErrors(error)
      if (fields !== null) {
        form.setErrors(fields)
        for (const [field, message] of Object.entries(fields))
          toast.error(
            kind.labels[field] === undefined ? message : `${kind.labels[field]}: ${message}`,
          )
      }
      toast.failed(error)
      if (error instanceof ApiError && error.code === 'conflict') void meet()
    },
  })
  useUnsaved(() => form.isDirty() && !save.isSuccess)
  return (
    <form
      ref={box}
      noValidate
      aria-label={
        record === null ? t('ui.list.new') : t('ui.list.edit_of', { name: kind.nameOf(record) })
      }
      onSubmit={form.onSubmit(values => save.mutate(values))}
      onKeyDown={e => {
        // a list that hangs open is what Esc closes first
        const hangs =
          e.target instanceof HTMLElement && e.target.getAttribute('aria-expanded') === 'true'
        if (
          e.key === 'Escape' &&
          !hangs &&
          !e.defaultPrevented &&
          !form.isDirty() &&
          !save.isPending
        )
          onClose()
      }}
    >
      <Stack gap="sm">
        {stale !== null && (
          <Stale
            changes={stale.map(({ field, theirs }) => ({
              field,
              label: kind.labels[field] ?? field,
              theirs,
              mine: form.getValues()[field],
            }))}
            onTake={(field, theirs) => form.setValues({ [field]: theirs } as Partial<V>)}
          />
        )}
        <fieldset className={classes.fields} disabled={save.isPending}>
          {kind.fields(form, record)}
        </fieldset>
        <Group justify="flex-end" gap="sm" mt={4}>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('ui.list.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What stands for a value that a record does not have. */
export const orDash = (value: string | null | undefined): string =>
  value === null || value === undefined || value === '' ? '—' : value
