// The form of a card, which changes its record or makes a new one.
import type { CallOf, Endpoint } from '@flotta/core/contract.ts'
import { Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, call, callWithEtag } from '../api.ts'
import { FormButtons } from '../FormButtons.tsx'
import { toast } from '../toast.tsx'
import { fieldErrors } from '../zod-form.ts'
import type { CreateReply, Editable, EditCardProps } from './card-kind.ts'
import classes from './resource.module.css'
import { Stale } from './Stale.tsx'
import { useUnsaved } from './unsaved.ts'
import { type EditedRecord, useEditedRecord } from './useEditedRecord.ts'
import { type RecordOf, refresh } from './useRecords.ts'

type EditFormProps<R extends Editable, V extends object> = Pick<
  EditCardProps<R, V>,
  'kind' | 'record' | 'onClose' | 'onMade'
> & { readonly start?: ReactNode }

export function EditForm<R extends Editable, V extends object>(props: EditFormProps<R, V>) {
  const { kind, record, onClose, start } = props
  const { t } = useTranslation()
  const client = useQueryClient()
  const { form, conflicts, loadStored, ...saving } = useEditedRecord(kind, record)
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
  const save = useSave(props, { form, ...saving })
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

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'conflict'

function useSave<R extends Editable, V extends object>(
  { kind, record, onClose, onMade }: EditFormProps<R, V>,
  {
    form,
    version,
    mergeStored,
    storedAs,
  }: Pick<EditedRecord<R, V>, 'form' | 'version' | 'mergeStored' | 'storedAs'>,
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
      try {
        const { value } = await callWithEtag(
          resource.update as Endpoint,
          { params: { id: record.id }, body } as CallOf<Endpoint>,
          etag === null ? {} : { 'if-match': etag },
        )
        return value
      } catch (error) {
        // An earlier attempt may have been stored though its answer was lost.
        const stored = isConflict(error) ? await storedAs(values) : null
        if (stored === null) throw error
        return stored
      }
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
      if (isConflict(error)) void mergeStored()
    },
  })
}
