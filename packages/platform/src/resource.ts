// The server half of every managed entity: search, paging, reading one record, writes with their conflicts. The feature defines its rows and how they are written.
import { type Endpoint, pageMeta, SerializedReply } from '@flotta/core/contract.ts'
import { FALLBACK_LANGUAGE, type Language } from '@flotta/core/languages.ts'
import { invalid, notFound, Problem, type Words } from '@flotta/core/problem.ts'
import type { ServedResource } from '@flotta/core/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from './db.ts'
import type {
  Caller,
  Context,
  EndpointHandler,
  Feature,
  HttpExchange,
  OwnRecord,
} from './feature.ts'
import { etagOf, versionOf } from './http/answer.ts'
import { differenceOf } from './http/audit.ts'
import { serialiser } from './http/serialise.ts'
import { answeredOnce } from './idempotency.ts'
import { pageWithTotal } from './page.ts'
import { matcher } from './search.ts'
import { type Customer, customerCache } from './shared.ts'

/** The caller of a resource with its language and the context. */
export interface ResourceContext {
  readonly caller: Caller
  /** The reader's. */
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

/** Stands for the id of a list that is remembered as one answer. */
export const NO_RECORD = 0
type Call = 'list' | 'all' | 'one' | 'create' | 'update' | 'remove'
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

interface Rows<R extends ServedResource, Row> {
  /** A `select` of the rows that the caller may read, one column for each thing `record` needs; `id` and `customer_id` among them. */
  readonly rows: (asking: ResourceContext) => RawBuilder<unknown>
  /** Converts a row to the record of the API; default: the row itself. */
  readonly record?: (row: Row, asking: ResourceContext) => RecordOf<R>
  /** The part of a record that only writes change, for the comparison of versions; default: the whole record. */
  readonly written?: (record: RecordOf<R>) => object
}
interface Reads<R extends ServedResource> {
  /** Over the columns of `r`; the id decides between equals. */
  readonly order: RawBuilder<unknown>
  /** What the search looks through beside the resource's fields, over the columns of `r`. */
  readonly searched?: readonly RawBuilder<unknown>[]
  /** A further condition of the list over the columns of `r`; throws `invalid` for an id that is not the caller's. */
  readonly only?: (
    query: ListQuery<R>,
    asking: ResourceContext,
  ) => Promise<RawBuilder<boolean>> | RawBuilder<boolean>
  /** What `/all` gives, or a `select` of it, the same for everybody of the customer: those who ask at once share one answer. Default: every row as a record. */
  readonly all?: (
    asking: CustomerContext,
  ) => Promise<Output<R, 'all', 'reply'>> | RawBuilder<unknown>
}
interface Creates<R extends ServedResource> {
  /** @returns the new id; or of what was there already and is the same, which is answered with 200 */
  readonly create: (
    values: CreateValues<R>,
    writing: WriteContext,
  ) => Promise<number | { readonly there: number }>
}
interface Changes<R extends ServedResource> {
  /** Where its rows are locked; default: the resource's name. */
  readonly table?: string
  /** Only the fields that were given are set. */
  readonly update: (id: number, values: UpdateValues<R>, writing: WriteContext) => Promise<void>
  readonly remove: (id: number, writing: WriteContext) => Promise<void>
  /** Keeps what was written, in the transaction of the write. */
  readonly trail?: (line: TrailLine, writing: WriteContext) => Promise<void>
}
type Writes<R extends ServedResource> = Creates<R> & Changes<R>
/** A write as an audit trail tells it. */
export interface TrailLine {
  /** `POST /provider/customers` */
  readonly command: string
  readonly values: object
  /** null: of many records at once. */
  readonly id: number | null
}
/** The definition of an entity by its feature, for the calls that exist. */
export type Entity<R extends ServedResource, Row> = Rows<R, Row> &
  (R extends { readonly list: Endpoint } ? Reads<R> : unknown) &
  (R extends { readonly create: Endpoint } ? Creates<R> : unknown) &
  (R extends { readonly update: Endpoint } ? Changes<R> : unknown)

interface Request {
  readonly caller: Caller
  readonly language: Language
  readonly ctx: Context
  readonly http: HttpExchange
  readonly query: {
    readonly page: number
    readonly per_page: number
    readonly search?: string | undefined
  }
  readonly body: unknown
  readonly record: OwnRecord
}

/** The handlers of a resource's calls, and the owners of its records. */
export function serve<
  R extends ServedResource,
  Row extends { readonly id: number; readonly customer_id: number },
>(resource: R, entity: Entity<R, Row>): Required<Pick<Feature, 'handlers' | 'records'>> {
  const calls = new EntityCalls<R, Row>(resource, entity)
  const handlers: Readonly<Record<Call, (request: Request) => Promise<unknown>>> = {
    list: request => calls.list(request),
    all: request => calls.all(request),
    one: request => calls.one(request),
    create: request => calls.create(request),
    update: request => calls.update(request),
    remove: request => calls.remove(request),
  }
  return {
    handlers: (Object.keys(handlers) as Call[]).flatMap((name): EndpointHandler[] => {
      const endpoint = resource[name]
      return endpoint === undefined
        ? []
        : [{ endpoint, run: handlers[name] as EndpointHandler['run'] }]
    }),
    records: {
      [resource.resource]: (id, caller, ctx) => calls.ownerOf(id, caller, ctx),
    },
  }
}

/** The handler of many records in one call: all are stored, or none, and each fault names its place in the list. */
export function serveBulk<
  R extends ServedResource,
  Row extends { readonly id: number; readonly customer_id: number },
>(bulk: Endpoint, resource: R, entity: Entity<R, Row>): EndpointHandler {
  const calls = new EntityCalls<R, Row>(resource, entity)
  const run = (request: Request) => calls.createMany(request, bulk.path)
  return { endpoint: bulk, run: run as EndpointHandler['run'] }
}

/** Stores each value of a list and returns the results. Throws the faults of all values, as `index.field`; the caller must roll the transaction back. */
export async function storeEach<V, T>(
  list: readonly V[],
  tx: Tx,
  store: (values: V) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = []
  const faults: Record<string, readonly Words[]> = {}
  for (const [index, values] of list.entries()) {
    await sql`savepoint bulk_item`.execute(tx)
    try {
      answers.push(await store(values))
      await sql`release savepoint bulk_item`.execute(tx)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await sql`rollback to savepoint bulk_item`.execute(tx)
      const fields = Object.entries(error.fields)
      if (fields.length === 0) faults[`${index}.id`] = [error.words]
      for (const [field, words] of fields) faults[`${index}.${field}`] = words
    }
  }
  if (Object.keys(faults).length > 0) throw new Problem('invalid', 'api.invalid', faults)
  return answers
}

/** The six calls of a resource over the rows of its entity. */
class EntityCalls<
  R extends ServedResource,
  Row extends { readonly id: number; readonly customer_id: number },
> {
  readonly #resource: R
  readonly #entity: Rows<R, Row> & Reads<R> & Writes<R>
  /** Writes a record as its calls answer it, for the comparison of versions. */
  readonly #write: (answer: { readonly data: unknown }) => string
  readonly #sharedAll: ReturnType<typeof sharedAll> | undefined

  constructor(resource: R, entity: Entity<R, Row>) {
    this.#resource = resource
    // The type of the definition leaves out the parts of calls that this resource does not have.
    this.#entity = entity as unknown as Rows<R, Row> & Reads<R> & Writes<R>
    const shape = (resource.one ?? resource.create)?.reply ?? z.null()
    this.#write = serialiser(z.object({ data: shape }))
    const { all, order } = this.#entity
    this.#sharedAll = all && sharedAll(all, resource.all?.reply ?? z.null(), order)
  }

  async list({ query, caller, language, ctx }: Request) {
    const { rows, order, only, searched = [] } = this.#entity
    const now = ctx.now()
    const asking = { caller, language, ctx: { ...ctx, now: () => now } }
    const words = query.search?.trim() ?? ''
    const matches =
      words === ''
        ? sql`true`
        : matcher(words)(...this.#resource.search.map(field => sql.ref(`r.${field}`)), ...searched)
    const matchingRows = sql`from (${rows(asking)}) r where ${(await only?.(query as ListQuery<R>, asking)) ?? sql`true`} and ${matches}`
    const by = sql`${order}, r.id`
    // Columns that only the record needs are read for the rows of the page, not for all rows that match.
    const ids = sql`array(select r.id ${matchingRows} order by ${by} limit ${sql.lit(query.per_page)} offset ${sql.lit((query.page - 1) * query.per_page)})`
    const page = await pageWithTotal<Row>(ctx, {
      page: sql`select r.* from (${rows(asking)}) r where r.id = any(${ids})`,
      order: by,
      found: matchingRows,
      now,
    })
    return {
      data: page.rows.map(row => this.#recordOf(row, asking)),
      meta: pageMeta(query, page.total),
    }
  }

  async all({ caller, language, ctx }: Request): Promise<unknown> {
    if (this.#sharedAll !== undefined) return this.#sharedAll(ctx, caller)
    const { rows, order } = this.#entity
    const asking = { caller, language, ctx }
    const result =
      await sql<Row>`select r.* from (${rows(asking)}) r order by ${order}, r.id`.execute(ctx.db)
    return result.rows.map(row => this.#recordOf(row, asking))
  }

  one({ record, caller, language, ctx, http }: Request) {
    const asking = { caller, language, ctx }
    return this.#readRecord(ctx.db, record.id, asking, this.#entity.written && http)
  }

  create({ body, http, ...asking }: Request) {
    return inTransaction(asking, async writing => {
      http.audit.skip = true
      const request = {
        ...writing,
        path: this.#resource.create?.path ?? '',
        body,
        key: http.header('idempotency-key'),
      }
      const {
        record,
        etag,
        made: isMade,
      } = await answeredOnce(request, async () => {
        const id = await this.#create(body as CreateValues<R>, writing)
        const record = await this.#readRecord(
          writing.tx,
          typeof id === 'number' ? id : id.there,
          writing,
        )
        http.audit.skip = typeof id !== 'number'
        http.audit.after = this.#written(record)
        return {
          record: record as RecordOf<R> & { readonly id: number },
          etag: this.#etagOf(record),
          made: typeof id === 'number',
        }
      })
      if (!isMade) http.alreadyExists()
      if (etag !== null) http.setHeader('etag', etag)
      return record
    })
  }

  /** Tries all of them, so that the answer has the faults of all. One fault rolls everything back. */
  createMany({ body, http, ...asking }: Request, path: string) {
    const list = body as readonly CreateValues<R>[]
    return inTransaction(asking, async writing => {
      http.audit.skip = true
      const request = { ...writing, path, body, key: http.header('idempotency-key') }
      const { record } = await answeredOnce(request, async () => {
        http.audit.skip = false
        const stored = await this.#storeAll(list, writing)
        const line = { command: `POST ${path}`, values: { count: stored.length }, id: null }
        await this.#entity.trail?.(line, writing)
        return { record: { id: NO_RECORD, list: stored }, etag: null, made: true }
      })
      return record.list
    })
  }

  async #storeAll(
    list: readonly CreateValues<R>[],
    writing: WriteContext,
  ): Promise<readonly RecordOf<R>[]> {
    const ids = await storeEach(list, writing.tx, async values => {
      const id = await this.#create(values, writing)
      return typeof id === 'number' ? id : id.there
    })
    const { rows } =
      await sql<Row>`select r.* from (${this.#entity.rows(writing)}) r where r.id = any(${ids}::int4[])`.execute(
        writing.tx,
      )
    const byId = new Map(rows.map(row => [row.id, row]))
    return ids.flatMap(id => {
      const row = byId.get(id)
      return row === undefined ? [] : [this.#recordOf(row, writing)]
    })
  }

  update({ record: { id }, body, http, ...asking }: Request) {
    return inTransaction(asking, async writing => {
      const before = await this.#requireUnchanged(id, writing, http)
      await this.#entity.update(id, body as UpdateValues<R>, writing)
      await this.#tell(this.#resource.update, id, { id, ...(body as object) }, writing)
      const after = await this.#readRecord(writing.tx, id, writing, http)
      Object.assign(http.audit, differenceOf(this.#written(before), this.#written(after)))
      return after
    })
  }

  remove({ record: { id }, http, ...asking }: Request) {
    return inTransaction(asking, async writing => {
      const before = await this.#requireUnchanged(id, writing, http)
      await this.#entity.remove(id, writing)
      Object.assign(http.audit, { before: this.#written(before), after: null })
      await this.#tell(this.#resource.remove, id, { id }, writing)
      return null
    })
  }

  async #create(values: CreateValues<R>, writing: WriteContext) {
    const newRecord = await this.#entity.create(values, writing)
    const id = typeof newRecord === 'number' ? newRecord : newRecord.there
    await this.#tell(this.#resource.create, id, values as object, writing)
    return newRecord
  }

  async #tell(
    call: Endpoint | undefined,
    id: number,
    values: object,
    writing: WriteContext,
  ): Promise<void> {
    if (call !== undefined)
      await this.#entity.trail?.({ command: `${call.method} ${call.path}`, values, id }, writing)
  }

  async ownerOf(id: number, caller: Caller, ctx: Context): Promise<OwnRecord | null> {
    const row = await this.#readRow(ctx.db, id, { caller, language: FALLBACK_LANGUAGE, ctx })
    return row === undefined ? null : ({ id: row.id, customer_id: row.customer_id } as OwnRecord)
  }

  #recordOf(row: Row, asking: ResourceContext): RecordOf<R> {
    const { record } = this.#entity
    return record === undefined ? (row as unknown as RecordOf<R>) : record(row, asking)
  }

  /** What only writes change: nothing that changes by itself is told of a write. */
  #written(record: RecordOf<R>): object {
    return this.#entity.written?.(record) ?? (record as object)
  }

  #etagOf(record: RecordOf<R>): string {
    const { written } = this.#entity
    return etagOf(
      written === undefined ? this.#write({ data: record }) : JSON.stringify(written(record)),
    )
  }

  async #readRow(
    db: Context['db'] | Tx,
    id: number,
    asking: ResourceContext,
  ): Promise<Row | undefined> {
    const { rows } =
      await sql<Row>`select r.* from (${this.#entity.rows(asking)}) r where r.id = ${id}`.execute(
        db,
      )
    return rows[0]
  }

  /** @param http receives the version of the record, which the next write compares */
  async #readRecord(
    db: Context['db'] | Tx,
    id: number,
    asking: ResourceContext,
    http?: HttpExchange,
  ): Promise<RecordOf<R>> {
    const row = await this.#readRow(db, id, asking)
    if (row === undefined) throw notFound()
    const record = this.#recordOf(row, asking)
    http?.setHeader('etag', this.#etagOf(record))
    return record
  }

  /** Locks the record and throws a conflict when the caller has seen another version. */
  async #requireUnchanged(
    id: number,
    asking: WriteContext,
    http: HttpExchange,
  ): Promise<RecordOf<R>> {
    const { table = this.#resource.resource } = this.#entity
    await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(asking.tx)
    const row = await this.#readRow(asking.tx, id, asking)
    if (row === undefined) throw notFound()
    const record = this.#recordOf(row, asking)
    mustBeUnchanged(http, this.#etagOf(record))
    return record
  }
}

/** Runs the work in a transaction, and its announcements to others after the commit. */
async function inTransaction<T>(
  { caller, language, ctx }: ResourceContext,
  work: (writing: WriteContext) => Promise<T>,
): Promise<T> {
  const announcements: (() => void)[] = []
  const result = await ctx.db
    .transaction()
    .execute(tx =>
      work({ tx, caller, language, ctx, afterwards: tell => void announcements.push(tell) }),
    )
  for (const announce of announcements) announce()
  return result
}

/** Makes and serializes `/all` once for all requests that come meanwhile. */
function sharedAll(
  make: (asking: CustomerContext) => Promise<unknown> | RawBuilder<unknown>,
  reply: z.ZodType,
  order: RawBuilder<unknown>,
) {
  const write = serialiser(reply)
  return customerCache(0, async (ctx, caller) => {
    const result = make({ ctx, caller })
    const items =
      result instanceof Promise
        ? await result
        : (await sql`select r.* from (${result}) r order by ${order}, r.id`.execute(ctx.db)).rows
    return new SerializedReply(items, write)
  })
}

/** Throws a conflict where the caller has seen another version (`If-Match`) than the stored one; without the header the last write wins. */
export function mustBeUnchanged(http: HttpExchange, etag: string): void {
  const seenVersion = http.header('if-match')
  if (
    seenVersion !== undefined &&
    seenVersion !== '*' &&
    versionOf(seenVersion) !== versionOf(etag)
  )
    throw new Problem('conflict')
}

/** The fields of a form that are present; absent fields keep their values. */
export const withoutUndefined = <T extends object>(
  values: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** Turns the violation of a unique constraint into a problem of a field: `taken(work, { fleets_code: 'code' })`; other errors pass unchanged. */
export async function orTaken<T>(
  work: Promise<T>,
  fields: Readonly<Record<string, string>>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    const field = fields[(error as { constraint?: string }).constraint ?? '']
    throw field === undefined ? error : invalid({ [field]: 'validation.taken' })
  }
}
