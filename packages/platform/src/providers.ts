// External services that a setting names: map files, geocoders, routers; and whether each exists and answers.
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import type { Context, Provider } from './feature.ts'
import { healthOf } from './health.ts'

export interface ProviderFinding extends Omit<Provider, 'check'> {
  /** The fault; null: none. */
  readonly wrong: string | null
}

const ANSWER_MS = 5_000
const AGAIN_MS = 60_000

/** Checks that this account can read a file; rejects with the reason. */
export async function fileThere(path: string): Promise<void> {
  const file = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT' || error.code === 'ENOTDIR'
        ? `there is no file ${path}`
        : `${path} cannot be read (${error.code})`,
    )
  })
  if (!file.isFile()) throw new Error(`${path} is no file`)
  await access(path, constants.R_OK).catch(() =>
    Promise.reject(new Error(`${path} may not be read by this account`)),
  )
}

/** Checks that a server answers by HTTP with anything but a server error. It is called without path and keys, so that it costs no call of an account. */
export async function siteAnswers(url: string): Promise<void> {
  const { origin, host } = new URL(url)
  const response = await fetch(origin, {
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: { 'user-agent': 'Flotta' },
  }).catch((error: Error & { cause?: { code?: string } }) => {
    const why =
      error.name === 'TimeoutError'
        ? `within ${ANSWER_MS / 1_000} s`
        : `(${error.cause?.code ?? error.message})`
    throw new Error(`${host} does not answer ${why}`)
  })
  await response.body?.cancel()
  if (response.status >= 500) throw new Error(`${host} answers ${response.status}`)
}

export const lookAtProviders = (providers: readonly Provider[]): Promise<ProviderFinding[]> =>
  Promise.all(
    providers.map(async ({ name, setting, check }) => ({
      name,
      setting,
      wrong: await check().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
    })),
  )

/**
 * Checks each provider now and every minute: a fault appears in `/readyz` as degraded, and in one line of the log that names the setting.
 * @returns a function that ends the checks
 */
export function watchProviders(
  providers: readonly Provider[],
  ctx: Pick<Context, 'pool' | 'log' | 'config'>,
  every = AGAIN_MS,
): () => void {
  if (providers.length === 0) return () => {}
  const faults = new Map<string, string | null>()
  const forget = providers.map(({ name }) =>
    healthOf(ctx).watch(name, () => faults.get(name) ?? null, false),
  )
  let hasEnded = false
  const look = async () => {
    for (const { name, setting, wrong } of await lookAtProviders(providers)) {
      if (hasEnded) return
      const fault = wrong === null ? null : `${setting}: ${wrong}`
      if (fault !== null && fault !== faults.get(name)) ctx.log.warn(fault)
      if (fault === null && faults.get(name)) ctx.log.info(`${setting}: it answers again`)
      faults.set(name, fault)
    }
  }
  void look()
  const again = setInterval(() => void look(), every)
  again.unref()
  return () => {
    hasEnded = true
    clearInterval(again)
    for (const end of forget) end()
  }
}
