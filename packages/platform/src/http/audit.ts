// The audit trail of a company, written with every call: writes, refusals and exports. One line for each call, in the transaction of its write if it
// has one.
import type { Endpoint } from '@flotta/core/contract.ts'
import { NO_CUSTOMER } from '@flotta/core/live.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { Db, Tx } from '../db.ts'
import type { AuditDraft, AuditLine, Caller, Context } from '../feature.ts'
import { withLastStep } from '../last-step.ts'
import { perMinute } from '../limits.ts'
import type { Routing } from './routing.ts'

/** Rate up to which the refusals of one user are recorded. */
const REFUSALS = perMinute(30)
/** Largest part of a body that is recorded, in characters of its JSON. */
const MOST = 16_000
const SECRET =
  /pass(word|code|phrase)|secret|token|ticket|credential|authorization|cookie|(^|_)pins?$|(^|_)key$/i

/** A value without its secrets, which are recognised by the names of the fields. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET.test(name) && inner !== null && inner !== undefined ? '…' : withoutSecrets(inner),
    ]),
  )
}
/** The recorded form of a value; for one that is too large only its size. */
export function auditValue(value: unknown): object | null {
  if (typeof value !== 'object' || value === null) return null
  const publicValue = withoutSecrets(value) as object
  const { length } = JSON.stringify(publicValue)
  return length > MOST ? { characters: length } : publicValue
}

/** The difference between two states of a record. */
export function differenceOf(
  before: object | null,
  after: object | null,
): { readonly before: object | null; readonly after: object | null } {
  if (before === null || after === null) return { before, after }
  const names = Object.keys({ ...before, ...after })
  const fieldOf = (record: object, name: string) =>
    (record as Readonly<Record<string, unknown>>)[name]
  const changes = names.filter(
    name => JSON.stringify(fieldOf(before, name)) !== JSON.stringify(fieldOf(after, name)),
  )
  const part = (record: object) =>
    Object.fromEntries(changes.map(name => [name, fieldOf(record, name) ?? null]))
  return { before: part(before), after: part(after) }
}

const ACTIONS = {
  POST: 'run',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
  GET: 'read',
} as const
export const isAudited = (e: Endpoint): boolean =>
  e.audit !== false &&
  (e.audit === 'export' || (e.method !== 'GET' && e.reads_only !== true)) &&
  e.allow !== 'provider'

interface AuditedCall {
  readonly endpoint: Endpoint
  readonly address: string
  readonly params: unknown
  readonly body: unknown
}

/** The line of one call. */
export class CallAudit {
  readonly draft: AuditDraft = {}
  readonly #routing: Routing
  readonly #asked: AuditedCall
  #caller: Caller | undefined
  #isWritten = false

  constructor(routing: Routing, asked: AuditedCall) {
    this.#routing = routing
    this.#asked = asked
  }

  caller(caller: Caller | undefined): void {
    this.#caller = caller
  }

  /** The context of the handler: the first transaction of a write also writes the audit line. */
  context(): Context {
    const { ctx } = this.#routing
    if (!isAudited(this.#asked.endpoint)) return ctx
    return { ...ctx, db: withLastStep(ctx.db, (tx, result) => this.#write(tx, result)) }
  }

  /** The handler has answered: writes the line of a call that had no transaction of its own. */
  async done(answer: unknown): Promise<void> {
    if (isAudited(this.#asked.endpoint)) await this.#write(this.#routing.ctx.db, answer)
  }

  /** The call was refused. A failed sign-in is recorded only when its account exists. */
  async failed(error: unknown): Promise<void> {
    const { ctx } = this.#routing
    if (this.#isWritten || !(error instanceof Problem)) return
    const isSignIn = this.draft.user_id !== undefined && this.#caller === undefined
    const isRefusal =
      (error.code === 'forbidden' && this.#caller !== undefined) ||
      (isSignIn && ['unauthorized', 'locked', 'too_many', 'forbidden'].includes(error.code))
    const user_id = this.#caller?.user_id ?? this.draft.user_id
    if (!isRefusal || ctx.limits.takeNow(`audit refusals ${user_id}`, REFUSALS) > 0) return
    this.draft.action = isSignIn ? 'sign_in_failed' : 'refused'
    this.draft.before = null
    this.draft.after = { code: error.code, why: error.words.key }
    await this.#write(ctx.db, null)
  }

  async #write(db: Db | Tx, result: unknown): Promise<void> {
    // A transaction that returns false has found nothing to write.
    if (this.#isWritten || this.draft.skip === true || result === false) return
    const line = this.#line(result)
    if (line === null) return
    await this.#routing.resolvers.audit?.(line, db, this.#routing.ctx)
    this.#isWritten = true
  }

  #line(result: unknown): AuditLine | null {
    const { endpoint: e, address, body } = this.#asked
    const { draft } = this
    const caller = this.#caller
    const user_id = caller?.user_id ?? draft.user_id
    if (user_id === undefined || caller?.customer_id === NO_CUSTOMER) return null
    const isNew = e.method === 'POST' && e.status === 201
    const credential = caller?.credential.kind
    return {
      user_id,
      customer_id: caller?.customer_id ?? null,
      via: credential === 'token' || credential === 'session' ? credential : null,
      address,
      action: draft.action ?? (e.audit || (isNew ? 'create' : ACTIONS[e.method])),
      subject: draft.subject ?? this.#subject(isNew ? idOf(result) : undefined),
      call: `${e.method} ${e.path}`,
      before: auditValue(draft.before ?? null),
      after: auditValue(draft.after ?? (e.secret_body === true ? null : body)),
    }
  }

  #subject(newId: string | undefined): string {
    const { endpoint: e, params } = this.#asked
    const { id } = (params ?? {}) as { readonly id?: unknown }
    const kind =
      typeof e.scope !== 'object'
        ? (e.path.split('/')[1] ?? '')
        : 'record' in e.scope
          ? e.scope.record
          : 'vehicles'
    const which = newId ?? (id === undefined ? undefined : String(id))
    return which === undefined ? kind : `${kind}/${which}`
  }
}

function idOf(result: unknown): string | undefined {
  if (typeof result === 'number') return String(result)
  const { id } = (result ?? {}) as { readonly id?: unknown }
  return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined
}
