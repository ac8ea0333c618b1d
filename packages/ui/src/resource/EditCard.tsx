// The card of one record, and the form that changes it: in a drawer, or in the card's place beside a map or in a panel. A new record begins in its form, and Cancel drops it (general.64, general.65).
import type { CallOf, Endpoint } from '@flotta/core/contract.ts'
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { confirm } from '../Confirm.tsx'
import { FormDrawer } from '../FormDrawer.tsx'
import { usePassFocusOn } from '../focus.ts'
import { toast } from '../toast.tsx'
import type { CardKind, Editable, EditCardProps } from './card-kind.ts'
import { EditForm } from './EditForm.tsx'
import classes from './resource.module.css'
import { mayLeave } from './unsaved.ts'
import { type RecordOf, refresh } from './useRecords.ts'

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
  /** Called after the record was removed; the form then has a button for it. */
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
      confirm: kind.removeWord ?? t('ui.list.remove'),
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

/** A dash takes the place of a value that a record does not have. */
export const orDash = (value: string | null | undefined): string =>
  value === null || value === undefined || value === '' ? '—' : value
