// Schemas of contracts as JSON schema; each schema that a contract names becomes a component of the document.
import { z } from 'zod'

type Json = Record<string, unknown>
type Side = 'input' | 'output'

/** Names of schemas in addition to those that the schemas have themselves. */
class NameRegistry extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get(schema: z.core.$ZodType): z.core.GlobalMeta {
    return { ...z.globalRegistry.get(schema), ...super.get(schema) }
  }
}

export class SchemaNames {
  readonly #registries: Readonly<Record<Side, NameRegistry>>
  readonly #components = new Map<string, Json>()
  readonly #answers = new Set<string>()

  constructor(names: ReadonlyMap<z.ZodType, string>) {
    this.#registries = { input: new NameRegistry(), output: new NameRegistry() }
    for (const [schema, name] of names) {
      this.#registries.output.add(schema, { id: name })
      // The input form of a schema has defaults and accepts looser forms, so it is a component of its own.
      this.#registries.input.add(schema, { id: name.endsWith('Form') ? name : `${name}Input` })
    }
  }

  /** A schema whose named parts are references. */
  schemaOf(schema: z.ZodType, io: Side): Json {
    const { $defs = {}, ...written } = this.#write(schema, io, this.#registries[io])
    for (const [name, component] of Object.entries($defs as Record<string, Json>))
      this.#components.set(name, component)
    if (io === 'output') for (const name of Object.keys($defs as object)) this.#answers.add(name)
    return written
  }

  /** A schema without references, for the fields of a query. */
  inlineSchemaOf(schema: z.ZodType): Json {
    return this.#write(schema, 'input', z.globalRegistry)
  }

  /** The schemas that were referred to, by name. */
  schemas(): Json {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** The names of the schemas that occur in answers. */
  get answers(): ReadonlySet<string> {
    return this.#answers
  }

  #write(schema: z.ZodType, io: Side, metadata: z.core.$ZodRegistry<z.core.GlobalMeta>): Json {
    const { $schema: _, ...written } = z.toJSONSchema(schema, {
      io,
      metadata,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: ({ jsonSchema: s }) => {
        if (s.additionalProperties === false) delete s.additionalProperties
        if (s.format !== undefined && s.pattern !== undefined) delete s.pattern
        if (s.minimum === Number.MIN_SAFE_INTEGER) delete s.minimum
        if (s.maximum === Number.MAX_SAFE_INTEGER) delete s.maximum
        delete s.id
      },
    })
    return JSON.parse(
      JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/'),
    ) as Json
  }
}
