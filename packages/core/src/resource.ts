// A managed entity as a value: its six calls, made from its record, its form and its searched fields.
import { z } from 'zod'
import { type Allow, ById, type Endpoint, type Id, Page, PageMeta } from './contract.ts'

/** The text of a search box. */
export const SearchWords = z.string().max(100)

/** A field of a form that may be left empty: absent, null and "" all store null. */
export const optional = <T extends z.ZodType<string, string>>(type: T) =>
  z
    .string()
    .nullable()
    .transform(input => input?.trim() || null)
    .pipe(type.nullable())
    .default(null)

/** A number of a form that may be left empty: absent, null and "" all store null. */
export const optionalNumber = <T extends z.ZodType<number, number>>(type: T) =>
  z
    .preprocess((input: number | '' | null) => (input === '' ? null : input), type.nullable())
    .default(null)

/** `PUT` takes the whole form, but a field that is left out keeps its value, so defaults are not applied. */
type WithoutDefault<T> = T extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : T
export type Changes<S extends z.ZodRawShape> = z.ZodObject<{
  [K in keyof S]: z.ZodOptional<WithoutDefault<S[K]> & z.ZodType>
}>
export const changesOf = <S extends z.ZodRawShape>(form: z.ZodObject<S>): Changes<S> =>
  z.object(
    Object.fromEntries(
      Object.entries(form.shape).map(([name, type]) => [
        name,
        (type instanceof z.ZodDefault
          ? (type.unwrap() as z.ZodType)
          : (type as z.ZodType)
        ).optional(),
      ]),
    ),
  ) as Changes<S>

type AnyShape = z.ZodRawShape
type Empty = Record<never, never>

/** What the feature defines about an entity; the types are those of its record, form, item, extra fields of `POST` and extra query of the list. */
export interface ResourceOptions<
  R extends z.ZodObject<{ id: typeof Id } & AnyShape>,
  S extends AnyShape,
  I extends z.ZodType,
  M extends AnyShape,
  Q extends AnyShape,
> {
  /** The record in answers: `id` and the fields, named as their columns. */
  readonly record: R
  /** The fields of the form; optional fields by `optional()`. */
  readonly form: z.ZodObject<S>
  /** Searched fields. */
  readonly search: readonly (keyof z.output<R> & string)[]
  /** The items of `/all` for pickers; default: the record. */
  readonly item?: I
  /** Fields that only `POST` takes. */
  readonly create_only?: M
  /** Query parameters of the list besides search and page. */
  readonly list_query?: Q
  /** Largest body of a write in bytes, when it may exceed 64 kB. */
  readonly body_limit?: number
  /** Its writes need a fresh proof of identity (`Endpoint.step_up`). */
  readonly step_up?: true
  /** `provider`: its records are those of every company, and only providers reach them. */
  readonly read?: Extract<Allow, 'view' | 'edit' | 'provider'>
  readonly write?: Extract<Allow, 'view' | 'edit' | 'control' | 'provider'>
}

/** @param name path of the records, and the name of their table unless the feature names another: `fleets` */
export function resource<
  const N extends string,
  R extends z.ZodObject<{ id: typeof Id } & AnyShape>,
  S extends AnyShape,
  I extends z.ZodType = R,
  M extends AnyShape = Empty,
  Q extends AnyShape = Empty,
>(
  name: N,
  {
    record,
    form,
    search,
    item,
    create_only,
    list_query,
    body_limit,
    step_up,
    read: readRole = 'view',
    write = 'edit',
  }: ResourceOptions<R, S, I, M, Q>,
) {
  const byId = { scope: { record: name }, params: ById } as const
  const scope = readRole === 'provider' ? 'installation' : 'customer'
  const bodyLimit = body_limit === undefined ? {} : { body_limit }
  const stepUp = step_up === undefined ? {} : { step_up }
  const calls = {
    list: {
      method: 'GET',
      path: `/${name}`,
      summary: `Search and list ${name}`,
      allow: readRole,
      scope,
      query: Page.extend({
        search: SearchWords.optional(),
        ...(list_query ?? {}),
      }) as z.ZodObject<(typeof Page)['shape'] & { search: z.ZodOptional<typeof SearchWords> } & Q>,
      reply: z.array(record),
      meta: PageMeta,
      etag: true,
    },
    all: {
      method: 'GET',
      path: `/${name}/all`,
      summary: `All ${name}, for pickers`,
      allow: readRole,
      scope,
      reply: z.array((item ?? record) as I),
      etag: true,
    },
    one: {
      method: 'GET',
      path: `/${name}/:id`,
      summary: `One of ${name}; its ETag is what a write compares`,
      allow: readRole,
      ...byId,
      reply: record,
      etag: true,
    },
    create: {
      method: 'POST',
      path: `/${name}`,
      summary: `Create one of ${name}; with Idempotency-Key the same request within 24 h is answered as before`,
      allow: write,
      scope,
      body: form.extend(create_only ?? {}) as z.ZodObject<S & M>,
      heeds: ['Idempotency-Key'],
      ...bodyLimit,
      ...stepUp,
      reply: record,
      status: 201,
    },
    update: {
      method: 'PUT',
      path: `/${name}/:id`,
      summary: `Change one of ${name}; a field left out keeps its value, null or "" clears an optional one; with If-Match 409 when it changed since`,
      allow: write,
      ...byId,
      body: changesOf(form),
      heeds: ['If-Match'],
      ...bodyLimit,
      ...stepUp,
      reply: record,
    },
    remove: {
      method: 'DELETE',
      path: `/${name}/:id`,
      summary: `Remove one of ${name}; with If-Match 409 when it changed since`,
      allow: write,
      ...byId,
      heeds: ['If-Match'],
      ...stepUp,
      reply: z.null(),
      status: 204,
    },
  } as const satisfies Record<string, Endpoint>
  return { resource: name, search, form, ...calls }
}

/** The six calls of a resource with its form and search, as the server and the screen use it. */
export interface Resource extends Readonly<Record<Call, Endpoint>> {
  readonly resource: string
  readonly search: readonly string[]
  readonly form: z.ZodObject
}
type Call = 'list' | 'all' | 'one' | 'create' | 'update' | 'remove'
const calls = [
  'list',
  'all',
  'one',
  'create',
  'update',
  'remove',
] as const satisfies readonly Call[]

/** A resource with only some of the calls, for example a read-only one. */
export type PartOf<R extends Resource, C extends Call> = Pick<R, C | 'resource' | 'search' | 'form'>
/** `part(resource('devices', …), 'list', 'all', 'one')` */
export const part = <R extends Resource, const C extends Call>(
  resource: R,
  ...some: readonly C[]
): PartOf<R, C> => {
  const names: readonly string[] = ['resource', 'search', 'form', ...some]
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => names.includes(name)),
  ) as PartOf<R, C>
}

/** A resource, or a part of one, as the server implements it. */
export type ServedResource = Pick<Resource, 'resource' | 'search' | 'form'> &
  Partial<Pick<Resource, Call>>
export const isResource = (value: unknown): value is ServedResource =>
  typeof value === 'object' && value !== null && 'resource' in value && 'search' in value
export const endpointsOf = (resource: ServedResource): readonly Endpoint[] =>
  calls.flatMap(name => resource[name] ?? [])
