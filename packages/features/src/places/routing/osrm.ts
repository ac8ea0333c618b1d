// A router by HTTP with OSRM's API (LocationIQ has it too).
import { fetchJson } from '@flotta/platform/fetch-json.ts'
import type { Limits } from '@flotta/platform/limits.ts'
import { Throttle } from '@flotta/platform/throttle.ts'
import { z } from 'zod'
import { Route } from './contract.ts'
import type { Router, Ways } from './provider.ts'
import { coordinatesText } from './rules.ts'

/** Enough for some routes through half of Europe in every detail. */
const LARGEST_ANSWER = 8 * 1_048_576
/** Most routes; the server's own setting may give fewer. */
const MOST_ROUTES = 5
/** The path of OSRM's default profile, when the configured address has none. */
const USUAL_PATH = '/route/v1/driving'

const Answer = z.object({ code: z.literal('Ok').optional(), routes: z.array(z.unknown()) })
const Refusal = z.object({ code: z.string() })

/**
 * @param url up to the profile: `https://router.example/route/v1/driving`; `perSecond` calls are
 * begun at most
 */
export function osrm(
  url: string,
  key: string | undefined,
  perSecond: number,
  limits: Limits,
): Router {
  const { origin, pathname } = new URL(url)
  const base = `${origin}${pathname === '/' ? USUAL_PATH : pathname.replace(/\/$/, '')}`
  const pace = new Throttle(limits, `router ${origin}`, 1_000 / perSecond)
  return {
    source: 'osrm',
    approximate: false,
    async directions(points, exclude): Promise<Ways> {
      const words = new URLSearchParams({
        alternatives: 'true',
        overview: 'full',
        geometries: 'polyline',
        steps: 'false',
      })
      if (exclude.length > 0) words.set('exclude', exclude.join())
      if (key !== undefined) words.set('key', key)
      const { status, body } = await fetchJson(
        pace,
        `${base}/${coordinatesText(points)}?${words}`,
        LARGEST_ANSWER,
      )
      if (status !== 200) {
        const refusal = Refusal.safeParse(body)
        const code = refusal.success ? refusal.data.code : ''
        if (code === 'NoRoute' || code === 'NoSegment') return { routes: [], problem: 'no_route' }
        // Each server supports certain exclusions, and certain combinations of them.
        if (code === 'InvalidValue' && exclude.length > 0) return { routes: [], problem: 'exclude' }
        throw new Error(`the router answered ${status} ${code}`.trim())
      }
      const answer = Answer.safeParse(body)
      if (!answer.success) throw new Error('the router answered something else than routes')
      const routes = answer.data.routes.slice(0, MOST_ROUTES).flatMap(route => {
        const parsedRoute = Route.safeParse(route)
        return parsedRoute.success ? [parsedRoute.data] : []
      })
      if (routes.length === 0 && answer.data.routes.length > 0)
        throw new Error('the router answered routes that cannot be read')
      return { routes, problem: routes.length === 0 ? 'no_route' : null }
    },
  }
}
