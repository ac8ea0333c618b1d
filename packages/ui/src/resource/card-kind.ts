// How the records of an entity are shown and edited: the calls that a card needs, and its fields.

import type { Endpoint, ReplyOf } from '@flotta/core/contract.ts'
import type { Resource } from '@flotta/core/resource.ts'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { RecordOf } from './useRecords.ts'

/** The calls of an entity that a card needs. Without `create` or `remove` the card offers neither. */
export type Editable = Pick<Resource, 'resource' | 'form' | 'one' | 'update'> &
  Partial<Pick<Resource, 'create' | 'remove'>>
export type CreateReply<R extends Editable> = R extends {
  readonly create: infer C extends Endpoint
}
  ? ReplyOf<C>
  : never
/** How the records of an entity are shown and edited; the same for its cards and its table. */
export interface CardKind<R extends Editable, V extends object> {
  readonly resource: R
  /** The name of a record in questions and notices. */
  readonly nameOf: (record: RecordOf<R>) => string
  /** The form values of a record, or of a new one (null). Empty fields are ''. */
  readonly toForm: (record: RecordOf<R> | null) => V
  /** The schema that checks the form; default: the resource's form. */
  readonly schema?: z.ZodType
  /** The body that is sent; default: the form values. `record` is null for a new one. */
  readonly toBody?: (values: V, record: RecordOf<R> | null) => object
  /** The label of each field, for notices. */
  readonly labels: Readonly<Record<string, string>>
  readonly fields: (form: UseFormReturnType<V>, record: RecordOf<R> | null) => ReactNode
  /** The question before a record is removed; default: a question with its name. */
  readonly removeTitle?: (record: RecordOf<R>) => string
  /** The word of the button that confirms the question; default: Delete. */
  readonly removeWord?: string
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
  /** `inline`: the form replaces the card; `alone`: the card itself is not shown, because its record is in a table. Default: a drawer beside the card. */
  readonly form?: 'inline' | 'alone'
  /** The drawer's title for a new record. */
  readonly newTitle?: string
  readonly head: ReactNode
  /** More buttons beside edit and remove. */
  readonly actions?: ReactNode
  /** Content below the head while the record is not edited. */
  readonly children?: ReactNode
}
