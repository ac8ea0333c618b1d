// The token that opens the set-up: printed in an address and kept in the data directory; the database has only its digest.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDataDir } from '@flotta/platform/data-dir.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { digest, newSecret } from '@flotta/platform/passwords.ts'
import { installationOf } from '../../house/installation/queries.ts'

type SetupContext = Pick<Context, 'config' | 'db' | 'log'>
const fileOf = ({ config }: Pick<Context, 'config'>): string =>
  join(config.FLOTTA_DATA_DIR, 'setup-token')

/**
 * The address that opens the set-up; null: it was done, or another process has printed the address.
 * @param draws makes another token where this data directory does not have the valid one
 */
export async function setupAddress(ctx: SetupContext, draws: boolean): Promise<string | null> {
  const { setup_done_at, setup_token } = await installationOf(ctx.db)
  if (setup_done_at !== null) {
    await forgetToken(ctx)
    return null
  }
  const storedToken = (await readFile(fileOf(ctx), 'utf8').catch(() => '')).trim()
  if (storedToken !== '' && setup_token?.equals(digest(storedToken)) === true)
    return addressOf(ctx, storedToken)
  if (setup_token !== null && !draws) return null
  return addressOf(ctx, await drawToken(ctx))
}

const addressOf = ({ config }: Pick<Context, 'config'>, token: string): string =>
  `${config.publicUrl}/setup#${token}`

async function drawToken(ctx: SetupContext): Promise<string> {
  const token = newSecret()
  try {
    await openDataDir(ctx.config.FLOTTA_DATA_DIR)
    await forgetToken(ctx)
    await writeFile(fileOf(ctx), token, { mode: 0o600 })
  } catch (error) {
    ctx.log.warn({ err: error }, 'the token of the set-up cannot be kept in the data directory')
  }
  await ctx.db
    .updateTable('installation')
    .set({ setup_token: digest(token) })
    .where('setup_done_at', 'is', null)
    .execute()
  return token
}

/** After the set-up: deletes the token. */
export const forgetToken = (ctx: Pick<Context, 'config'>): Promise<void> =>
  rm(fileOf(ctx), { force: true }).catch(() => {})
