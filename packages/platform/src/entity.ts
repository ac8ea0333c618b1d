// The definition of an entity by its feature: its rows, its record, its writes, and the arguments of each.
import type { Endpoint } from '@flotta/core/contract.ts'
import type { Language } from '@flotta/core/languages.ts'
import type { ServedResource } from '@flotta/core/resource.ts'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Tx } from './db.ts'
import type { Caller, Context } from './feature.ts'
import type { Customer } from './shared.ts'

/** The caller of a resource with its language and the context. */
export interface ResourceContext {
  readonly caller: Caller
  /** The reader's language. */
  readonly language: Language
  readonly ctx: Context
}
/** The customer of the caller, where the answer is the same for every user of the customer. */
export interface CustomerContext {
  readonly caller: Customer
  readonly ctx: Context
}
export interface WriteContext extends ResourceContext {
  readonly tx: Tx
  /** Calls the function after the commit, for announcements to others. */
  readonly afterwards: (tell: () => void) => void
}
export type Call = 'list' | 'all' | 'one' | 'create' | 'update' | 'remove'
type Output<R extends ServedResource, C extends Call, P extends string> =
  R extends Readonly<Record<C, Readonly<Record<P, infer T extends z.ZodType>>>>
    ? z.output<T>
    : never
type ElementOf<T> = T extends readonly (infer E)[] ? E : never
export type RecordOf<R extends ServedResource> = R extends { readonly one: Endpoint }
  ? Output<R, 'one', 'reply'>
  : R extends { readonly create: Endpoint }
    ? Output<R, 'create', 'reply'>
    : ElementOf<Output<R, 'list', 'reply'>>
export type CreateValues<R extends ServedResource> = Output<R, 'create', 'body'>
export type UpdateValues<R extends ServedResource> = Output<R, 'update', 'body'>
export type ListQuery<R extends ServedResource> = Output<R, 'list', 'query'>

export interface Rows<R extends ServedResource, Row> {
  /** A `select` of the rows that the caller may read, with the columns that `record` needs, among them `id` and `customer_id`. */
  readonly rows: (asking: ResourceContext) => RawBuilder<unknown>
  /** Converts a row to the record of the API; default: the row itself. */
  readonly record?: (row: Row, asking: ResourceContext) => RecordOf<R>
  /** The part of a record that only writes change, for the comparison of versions; default: the whole record. */
  readonly written?: (record: RecordOf<R>) => object
}
export interface Reads<R extends ServedResource> {
  /** An order over the columns of `r`; rows that are equal by it are ordered by id. */
  readonly order: RawBuilder<unknown>
  /** Expressions over the columns of `r` that the search covers besides the resource's fields. */
  readonly searched?: readonly RawBuilder<unknown>[]
  /** A further condition of the list over the columns of `r`; throws `invalid` for an id that is not the caller's. */
  readonly only?: (
    query: ListQuery<R>,
    asking: ResourceContext,
  ) => Promise<RawBuilder<boolean>> | RawBuilder<boolean>
  /**
   * The answer of `/all`, or a `select` of it, which is the same for everybody of the customer: simultaneous requests share one answer. Default:
   * every row as a record.
   */
  readonly all?: (
    asking: CustomerContext,
  ) => Promise<Output<R, 'all', 'reply'>> | RawBuilder<unknown>
  /** The tables, with a `customer_id`, that `all` reads, if it depends on nothing else, not even on the time: its answer is cached until their rows change. */
  readonly tables?: readonly string[]
}
interface Creates<R extends ServedResource> {
  /** @returns the new id, or the id of an existing equal record (`there`), which is answered with 200 */
  readonly create: (
    values: CreateValues<R>,
    writing: WriteContext,
  ) => Promise<number | { readonly there: number }>
}
interface Changes<R extends ServedResource> {
  /** The table whose rows are locked; default: the resource's name. */
  readonly table?: string
  /** Only the fields that were given are set. */
  readonly update: (id: number, values: UpdateValues<R>, writing: WriteContext) => Promise<void>
  readonly remove: (id: number, writing: WriteContext) => Promise<void>
  /** Records the write for an audit trail, in the transaction of the write. */
  readonly trail?: (line: TrailLine, writing: WriteContext) => Promise<void>
}
export type Writes<R extends ServedResource> = Creates<R> & Changes<R>
/** A write as an entry of an audit trail. */
export interface TrailLine {
  /** `POST /provider/customers` */
  readonly command: string
  readonly values: object
  /** null: the write concerns many records. */
  readonly id: number | null
}
/** The definition of an entity by its feature, for the calls that exist. */
export type Entity<R extends ServedResource, Row> = Rows<R, Row> &
  (R extends { readonly list: Endpoint } ? Reads<R> : unknown) &
  (R extends { readonly create: Endpoint } ? Creates<R> : unknown) &
  (R extends { readonly update: Endpoint } ? Changes<R> : unknown)
