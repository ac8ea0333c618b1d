// The set-up: whoever has the token becomes the first provider, once.
import { timingSafeEqual } from 'node:crypto'
import { notFound } from '@flotta/core/problem.ts'
import type { Tx } from '@flotta/platform/db.ts'
import { type Context, feature, type Gate, handle } from '@flotta/platform/feature.ts'
import { digest, hashPassword, inTurn } from '@flotta/platform/passwords.ts'
import {
  heldInstallation,
  type Installation,
  installationOf,
} from '../../house/installation/queries.ts'
import { replyWithSession } from '../../people/auth/login.ts'
import { beginSession } from '../../people/auth/sessions.ts'
import { createCustomer } from '../../people/customers/queries.ts'
import { mustBeStrong } from '../../people/users/passwords.ts'
import { createUser } from '../../people/users/queries.ts'
import { demoCompanies, shutDemo } from '../demo/records.ts'
import * as contract from './contract.ts'
import { forgetToken } from './token.ts'

const isNeeded = ({ setup_done_at }: Installation): boolean => setup_done_at === null

/** Throws not_found for another token, and after the set-up. */
function mustOpen(installation: Installation, token: string): void {
  const { setup_token } = installation
  if (!isNeeded(installation) || setup_token === null) throw notFound()
  if (!timingSafeEqual(setup_token, digest(token))) throw notFound()
}

/** Without the right token a call learns nothing about the form: with another token, or after the set-up, it is not found, whatever its body. */
const mustHoldToken: Gate = async ({ body, ctx }) => {
  const installation = await installationOf(ctx.db)
  if (!isNeeded(installation)) throw notFound()
  const { data } = TokenOf.safeParse(body)
  if (data !== undefined) mustOpen(installation, data.token)
}
const TokenOf = contract.SetupForm.pick({ token: true })

/**
 * Creates the first provider, and the first company if there is to be one.
 * @returns the user's id
 */
async function setUp(
  ctx: Context,
  tx: Tx,
  form: contract.SetupForm,
  password_hash: string,
): Promise<number> {
  mustOpen(await heldInstallation(tx), form.token)
  const { name, email, language, timezone, company, demo, map } = form
  const at = new Date(ctx.now())
  const customer_id =
    company === null
      ? null
      : await createCustomer(tx, {
          name: company.name,
          timezone,
          parent_id: null,
          configurations: [{ parameter: 'self_service', value: '1' }],
        })
  if (demo === 'remove') await shutDemo(tx)
  const user_id = await createUser(tx, {
    customer_id,
    name,
    email,
    role: customer_id === null ? null : 'control',
    provider: true,
    language,
    active: 1,
    password_hash,
  })
  await tx
    .updateTable('installation')
    .set({
      setup_done_at: at,
      setup_token: null,
      ...(demo === 'keep' ? { demo_kept_at: at } : { demo_removed_at: at }),
      map,
      timezone,
    })
    .execute()
  return user_id
}

export default feature({
  handlers: [
    handle(contract.setupState, async ({ ctx }) => ({
      needed: isNeeded(await installationOf(ctx.db)),
    })),
    handle(contract.setupChoices, async ({ ctx: { config, db } }) => ({
      demo: (config.FLOTTA_DEMO ?? !config.DATABASE_URL) || (await demoCompanies(db)) > 0,
    })),
    handle(
      contract.setUp,
      async ({ body, address, http, ctx }) => {
        mustBeStrong('password', body.password, body)
        const hashed = await inTurn(() => hashPassword(body.password))
        const issued = await ctx.db.transaction().execute(async tx => {
          const user_id = await setUp(ctx, tx, body, hashed)
          return beginSession(tx, user_id, address, http.header('user-agent'), ctx.now())
        })
        http.afterwards(() => forgetToken(ctx))
        return replyWithSession(http, issued)
      },
      // before the password is hashed, which is expensive: only the holder of the token gets that far
      mustHoldToken,
    ),
  ],
})
