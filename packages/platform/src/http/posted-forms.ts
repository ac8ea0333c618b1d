// Addresses outside of the API to which other servers post forms, such as the report of a sign-out at an identity provider.
import { Problem } from '@flotta/core/problem.ts'
import type { FastifyInstance } from 'fastify'
import type { Context, PostedForm } from '../feature.ts'

const FORM = 'application/x-www-form-urlencoded'
const MOST_BYTES = 16_384

export async function mountForms(
  app: FastifyInstance,
  forms: readonly PostedForm[],
  ctx: Context,
): Promise<void> {
  if (forms.length === 0) return
  await app.register(async scope => {
    scope.addContentTypeParser(
      FORM,
      { parseAs: 'string', bodyLimit: MOST_BYTES },
      (_request, body, done) => done(null, String(body)),
    )
    for (const { path, run } of forms)
      scope.post(path, async (request, reply) => {
        const { id } = request.params as { readonly id: string }
        const text = typeof request.body === 'string' ? request.body : ''
        reply.header('cache-control', 'no-store')
        try {
          await run({ id, form: new URLSearchParams(text), ctx })
          return await reply.code(200).send()
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          const status = error.status === 404 ? 404 : 400
          return await reply.code(status).send({
            error: 'invalid_request',
            error_description: ctx.say(request.language, error.words),
          })
        }
      })
  })
}
