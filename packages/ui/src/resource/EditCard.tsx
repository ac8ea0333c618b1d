// The card of one record, and the form that changes it: in a drawer, or in the card's place beside a map or in a panel. A new record begins in its form, and Cancel drops it (general.64, general.65).
import type { CallOf, Endpoint, ReplyOf } from '@flotta/core/contract.ts'
import type { Resource } from '@flotta/core/resource.ts'
import { ActionIcon, Button, Group, Stack, Tooltip } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { ApiError, call, callWithEtag } from '../api.ts'
import { confirm } from '../Confirm.tsx'
import { FormButtons } from '../FormButtons.tsx'
import { FormDrawer } from '../FormDrawer.tsx'
import { usePassFocusOn } from '../focus.ts'
import { toast } from '../toast.tsx'
import { fieldErrors, zodForm } from '../zod-form.ts'
import { merge } from './merge.ts'
import classes from './resource.module.css'
import { Stale } from './Stale.tsx'
import { mayLeave, useUnsaved } from './unsaved.ts'
import { type RecordOf, refresh } from './useRecords.ts'

/** The calls of an entity that a card needs. Without `create` or `remove` the card offers neither. */
export type Editable = Pick<Resource, 'resource' | 'form' | 'one' | 'update'> &
  Partial<Pick<Resource, 'create' | 'remove'>>
type CreateReply<R extends Editable> = R extends { readonly create: infer C extends Endpoint }
  ? ReplyOf<C>
  : never
/** How the records of an entity are shown and edited; the same for its cards and its table. */
export interface CardKind<R extends Editable, V extends object> {
  readonly resource: R
  /** The name of a record in questions and notices. */
  readonly nameOf: (record: RecordOf<R>) => string
  /** The form values of a record, or of a new one (null). Empty fields are ''. */
  readonly toForm: (record: RecordOf<R> | null) => V
  /** What the form is checked with; default: the resource's form. */
  readonly schema?: z.ZodType
  /** The body that is sent; default: the form values. `record` is null for a new one. */
  readonly toBody?: (values: V, record: RecordOf<R> | null) => object
  /** The label of each field, for notices. */
  readonly labels: Readonly<Record<string, string>>
  readonly fields: (form: UseFormReturnType<V>, record: RecordOf<R> | null) => ReactNode
  /** The question before a record is removed; default: a question with its name. */
  readonly removeTitle?: (record: RecordOf<R>) => string
  /** The consequences of removing, below the question. */
  readonly removing?: string
  /** The notice after a record was removed. */
  readonly removed?: (record: RecordOf<R>) => string
  /** The notice after a new record was stored, from the answer of the call. */
  readonly made?: (reply: CreateReply<R>) => string
  /** Other endpoints whose answers contain these records; they are read again after a change. */
  readonly reads?: readonly Endpoint[]
}

export interface EditCardProps<R extends Editable, V extends object> {
  readonly kind: CardKind<R, V>
  /** null for a new record, which is not stored yet. */
  readonly record: RecordOf<R> | null
  readonly editing: boolean
  readonly onEdit: () => void
  /** Ends the editing; a new record is dropped. */
  readonly onClose: () => void
  /** Called with a new record after it was stored. */
  readonly onMade?: (record: RecordOf<R>) => void
  /** Without this right the card has no buttons. */
  readonly mayEdit: boolean
  readonly mayRemove?: boolean
  /** `inline`: the form takes the card's place; `alone`: the card itself is not shown, as its record stands in a table. Default: a drawer beside the card. */
  readonly form?: 'inline' | 'alone'
  /** The drawer's title for a new record. */
  readonly newTitle?: string
  readonly head: ReactNode
  /** More buttons beside edit and remove. */
  readonly actions?: ReactNode
  /** What stands below the head while the record is not edited. */
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
    form,
    newTitle,
    head,
    actions,
    children,
  } = props
  const { t } = useTranslation()
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(editing)
  usePassFocusOn(edit)
  useEffect(() => {
    // After saving or cancelling, the focus returns to the button that began the editing.
    if (wasEditing.current && !editing) edit.current?.focus()
    wasEditing.current = editing
  }, [editing])
  const editForm = (
    <EditForm
      kind={kind}
      record={record}
      onClose={onClose}
      {...(onMade !== undefined && { onMade })}
      {...(form === 'alone' &&
        mayRemove &&
        record !== null && {
          start: <RemoveButton kind={kind} record={record} onRemoved={onClose} />,
        })}
    />
  )
  const isOpen = editing || record === null
  if (form === 'inline' && isOpen) return editForm
  const name = record === null ? (newTitle ?? t('ui.list.new')) : kind.nameOf(record)
  const drawer = isOpen && (
    <FormDrawer title={name} onClose={onClose}>
      {editForm}
    </FormDrawer>
  )
  if (record === null || form === 'alone') return drawer
  return (
    <>
      {drawer}
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
            {mayRemove && <RemoveButton kind={kind} record={record} />}
          </Group>
        )}
      </div>
      {children}
    </>
  )
}

interface RemoveButtonProps<R extends Editable, V extends object> {
  readonly kind: CardKind<R, V>
  readonly record: RecordOf<R>
  /** In the record's form: a button with its word. */
  readonly onRemoved?: () => void
}
function RemoveButton<R extends Editable, V extends object>({
  kind,
  record,
  onRemoved,
}: RemoveButtonProps<R, V>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const name = kind.nameOf(record)
  const remove = async () => {
    const isConfirmed = await confirm({
      title: kind.removeTitle?.(record) ?? t('ui.list.remove_title', { name }),
      ...(kind.removing !== undefined && { text: kind.removing }),
      confirm: t('ui.list.remove'),
      color: 'red',
      action: () =>
        call(kind.resource.remove as Endpoint, { params: { id: record.id } } as CallOf<Endpoint>),
    })
    if (!isConfirmed) return
    toast.success(kind.removed?.(record) ?? t('ui.list.removed', { name }))
    onRemoved?.()
    await refresh(client, kind.resource, kind.reads)
  }
  if (onRemoved !== undefined)
    return (
      <Button variant="subtle" color="red" onClick={() => void remove()}>
        {t('ui.list.remove')}
      </Button>
    )
  return (
    <Tooltip label={t('ui.list.remove')}>
      <ActionIcon onClick={() => void remove()} aria-label={t('ui.list.remove_of', { name })}>
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

type EditFormProps<R extends Editable, V extends object> = Pick<
  EditCardProps<R, V>,
  'kind' | 'record' | 'onClose' | 'onMade'
> & { readonly start?: ReactNode }

function EditForm<R extends Editable, V extends object>(props: EditFormProps<R, V>) {
  const { kind, record, onClose, start } = props
  const { t } = useTranslation()
  const client = useQueryClient()
  const { form, conflicts, version, loadStored, mergeStored } = useEditedRecord(kind, record)
  const box = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens.
  useEffect(() => {
    loadStored().catch(error => {
      toast.failed(error)
      onClose()
      void refresh(client, kind.resource, kind.reads)
    })
    const field = box.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')
    // A drawer gives its first control the focus unless a field asks for it.
    field?.setAttribute('data-autofocus', '')
    field?.focus()
  }, [])
  const save = useSave(props, { form, version, mergeStored })
  useUnsaved(() => form.isDirty() && !save.isSuccess)
  return (
    <form
      ref={box}
      noValidate
      aria-label={
        record === null ? t('ui.list.new') : t('ui.list.edit_of', { name: kind.nameOf(record) })
      }
      onSubmit={form.onSubmit(values => save.mutate(values))}
      onKeyDown={event => {
        if (isClosingKey(event) && !form.isDirty() && !save.isPending) onClose()
      }}
    >
      <Stack gap="sm">
        {conflicts !== null && (
          <Stale
            changes={conflicts.map(({ field, theirs }) => ({
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
        <FormButtons
          label={t('ui.list.save')}
          onCancel={onClose}
          isPending={save.isPending}
          mt={4}
          {...(start !== undefined && { start })}
        />
      </Stack>
    </form>
  )
}

/** Esc closes an open list of choices before it closes the form. */
function isClosingKey({
  key,
  target,
  defaultPrevented,
}: Pick<KeyboardEvent, 'key' | 'target' | 'defaultPrevented'>): boolean {
  const isListOpen =
    target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true'
  return key === 'Escape' && !isListOpen && !defaultPrevented
}

interface Conflict<V> {
  readonly field: keyof V & string
  /** The value that somebody else stored. */
  readonly theirs: unknown
}
interface EditedRecord<V extends object> {
  readonly form: UseFormReturnType<V>
  /** The fields that somebody else has changed too; null while nobody else has saved. */
  readonly conflicts: readonly Conflict<V>[] | null
  /** The ETag of the version that the form began from; null for a new record. The server refuses to save over another version. */
  readonly version: () => string | null
  /** The list may be a minute old, so the form loads what is stored; what was typed meanwhile stays. */
  readonly loadStored: () => Promise<void>
  /** Somebody else has saved: the form takes over their changes and shows the fields that both changed. The next save replaces their version. */
  readonly mergeStored: () => Promise<void>
}

function useEditedRecord<R extends Editable, V extends object>(
  kind: CardKind<R, V>,
  record: RecordOf<R> | null,
): EditedRecord<V> {
  const { resource } = kind
  const [initialValues] = useState(() => kind.toForm(record))
  const startValues = useRef(initialValues)
  const version = useRef<string | null>(null)
  const [conflicts, setConflicts] = useState<readonly Conflict<V>[] | null>(null)
  const form = useForm<V>({
    initialValues,
    validate: zodForm(kind.schema ?? resource.form) as never,
  })
  const readStored = (id: number) =>
    callWithEtag(resource.one as Endpoint, { params: { id } } as CallOf<Endpoint>)

  /** The form goes on from the stored record, with what was typed; the result is the fields that both changed. */
  const takeStored = ({ value, etag }: Awaited<ReturnType<typeof readStored>>): Conflict<V>[] => {
    const theirs = kind.toForm(value as RecordOf<R>)
    const { values, both } = merge(startValues.current, form.getValues(), theirs)
    version.current = etag
    startValues.current = theirs
    form.setInitialValues(theirs)
    form.setValues(values)
    return both.map(field => ({ field, theirs: theirs[field] }))
  }
  const loadStored = async () => {
    if (record === null) return
    const conflicting = takeStored(await readStored(record.id))
    if (conflicting.length > 0) setConflicts(conflicting)
  }
  const mergeStored = async () => {
    if (record === null || version.current === null) return
    const answer = await readStored(record.id).catch(() => null)
    if (answer === null || answer.etag === version.current) return
    setConflicts(takeStored(answer))
  }
  return { form, conflicts, version: () => version.current, loadStored, mergeStored }
}

function useSave<R extends Editable, V extends object>(
  { kind, record, onClose, onMade }: EditFormProps<R, V>,
  { form, version, mergeStored }: Pick<EditedRecord<V>, 'form' | 'version' | 'mergeStored'>,
) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { resource } = kind
  return useMutation({
    meta: { quiet: true },
    async mutationFn(values: V) {
      const body = kind.toBody?.(values, record) ?? values
      if (record === null) return call(resource.create as Endpoint, { body } as CallOf<Endpoint>)
      const etag = version()
      const { value } = await callWithEtag(
        resource.update as Endpoint,
        { params: { id: record.id }, body } as CallOf<Endpoint>,
        etag === null ? {} : { 'if-match': etag },
      )
      return value
    },
    async onSuccess(reply) {
      const storedRecord = reply as RecordOf<R>
      await refresh(client, resource, kind.reads)
      toast.saved(
        (record === null ? kind.made?.(reply as CreateReply<R>) : undefined) ??
          t('ui.list.saved', { name: kind.nameOf(storedRecord) }),
      )
      onClose()
      if (record === null) onMade?.(storedRecord)
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
      if (error instanceof ApiError && error.code === 'conflict') void mergeStored()
    },
  })
}

/** A dash takes the place of a value that a record does not have. */
export const orDash = (value: string | null | undefined): string =>
  value === null || value === undefined || value === '' ? '—' : value
