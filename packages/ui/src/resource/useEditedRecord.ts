// The record that a form edits: its values, and the conflict where another person has changed it meanwhile.
import type { CallOf, Endpoint } from '@flotta/core/contract.ts'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { callWithEtag } from '../api.ts'
import { zodForm } from '../zod-form.ts'
import type { CardKind, Editable } from './card-kind.ts'
import { isEqual, merge } from './merge.ts'
import type { RecordOf } from './useRecords.ts'

interface Conflict<V> {
  readonly field: keyof V & string
  /** The value that somebody else stored. */
  readonly theirs: unknown
}
export interface EditedRecord<R extends Editable, V extends object> {
  readonly form: UseFormReturnType<V>
  /** The fields that somebody else has changed too; null while nobody else has saved. */
  readonly conflicts: readonly Conflict<V>[] | null
  /** The ETag of the version that the form began from; null for a new record. The server refuses to save over another version. */
  readonly version: () => string | null
  /** The list may be a minute old, so the form loads the stored record; input that was typed meanwhile stays. */
  readonly loadStored: () => Promise<void>
  /** Somebody else has saved: the form takes over their changes and shows the fields that both changed. The next save replaces their version. */
  readonly mergeStored: () => Promise<void>
  /** The stored record where it has these values already; null: it has others, or cannot be read. */
  readonly storedAs: (values: V) => Promise<RecordOf<R> | null>
}

export function useEditedRecord<R extends Editable, V extends object>(
  kind: CardKind<R, V>,
  record: RecordOf<R> | null,
): EditedRecord<R, V> {
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

  /** The form continues from the stored record with the typed input; the result is the fields that both changed. */
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
  const storedAs = async (values: V) => {
    const answer = record === null ? null : await readStored(record.id).catch(() => null)
    const stored = (answer?.value ?? null) as RecordOf<R> | null
    return stored !== null && isEqual(kind.toForm(stored), values) ? stored : null
  }
  return { form, conflicts, storedAs, version: () => version.current, loadStored, mergeStored }
}
