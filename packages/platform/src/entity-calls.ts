// The six calls of a resource over the rows of its entity.
import { type Endpoint, pageMeta, SerializedReply } from '@flotta/core/contract.ts'
import { FALLBACK_LANGUAGE, type Language } from '@flotta/core/languages.ts'
import { notFound } from '@flotta/core/problem.ts'
import type { ServedResource } from '@flotta/core/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from './db.ts'
import type {
  CreateValues,
  CustomerContext,
  Entity,
  ListQuery,
  Reads,
  RecordOf,
  ResourceContext,
  Rows,
  UpdateValues,
  WriteContext,
  Writes,
} from './entity.ts'
import type { Caller, Context, HttpExchange, OwnRecord } from './feature.ts'
import { etagOf } from './http/answer.ts'
import { differenceOf } from './http/audit.ts'
import { serialiser } from './http/serialise.ts'
import { answeredOnce } from './idempotency.ts'
import { pageWithTotal } from './page.ts'
import { mustBeUnchanged, storeEach } from './record-writes.ts'
import { matcher } from './search.ts'
import { type Customer, cacheUntilChanged, customerCache } from './shared.ts'

/** The id of a list in the cache of single answers. */
export const NO_RECORD = 0

export interface Request {
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

/** The six calls of a resource over the rows of its entity. */
export class EntityCalls<
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
    const { all, order, tables } = this.#entity
    this.#sharedAll = all && sharedAll(all, resource.all?.reply ?? z.null(), order, tables)
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

  /** The part of a record that only writes change, so that an audit entry or a version does not contain what changes by itself. */
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

/** Runs the work in a transaction, and its announcements after the commit. */
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

/** Makes and serializes `/all` once for all requests that arrive meanwhile, and where its tables are named until their rows change. */
function sharedAll(
  make: (asking: CustomerContext) => Promise<unknown> | RawBuilder<unknown>,
  reply: z.ZodType,
  order: RawBuilder<unknown>,
  tables: readonly string[] | undefined,
) {
  const write = serialiser(reply)
  const serialize = async (ctx: Context, caller: Customer) => {
    const result = make({ ctx, caller })
    const items =
      result instanceof Promise
        ? await result
        : (await sql`select r.* from (${result}) r order by ${order}, r.id`.execute(ctx.db)).rows
    return new SerializedReply(items, write)
  }
  return tables === undefined
    ? customerCache(0, serialize)
    : cacheUntilChanged({ own: tables }, async (ctx, caller) => ({
        answer: await serialize(ctx, caller),
        until: Number.POSITIVE_INFINITY,
      }))
}
