// Screen tests: `show` renders a screen with answers in the place of a server, typed by the contract.
import type { Endpoint } from '@flotta/core/contract.ts'
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import type { Result } from './api.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { session } from './session.ts'
import { theme } from './theme.ts'
import { Toasts } from './toast.tsx'

export interface SentRequest {
  readonly method: string
  /** Below `/api/v1`, with its query. */
  readonly path: string
  readonly headers: Headers
  readonly body: unknown
}
interface Answer {
  readonly e: Endpoint
  readonly respond: (asked: SentRequest) => Response | Promise<Response>
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })

/** The endpoint answers with this reply, or with the result of the function for the request. */
export function answering<E extends Endpoint>(
  e: E,
  reply: Result<E> | ((asked: SentRequest) => Result<E>),
): Answer {
  return {
    e,
    respond: asked => {
      const answerBody =
        typeof reply === 'function' ? (reply as (asked: SentRequest) => Result<E>)(asked) : reply
      // The ETag of one record depends on its content, as on the server.
      const tag =
        e.etag === true && e.path.includes(':')
          ? { etag: `"${encodeURIComponent(JSON.stringify(answerBody))}"` }
          : {}
      return json(e.status ?? 200, e.meta === undefined ? { data: answerBody } : answerBody, tag)
    },
  }
}
/** The endpoint fails: `failing(auth.login, 429, { message: '…', code: 'too_many' }, { 'retry-after': '30' })`. */
export const failing = (
  e: Endpoint,
  status: number,
  body: { message?: string; code?: string; data?: Record<string, string[]> },
  headers: Record<string, string> = {},
): Answer => ({ e, respond: () => json(status, body, headers) })

/** The network is down: every call fails. */
export const offline = (e: Endpoint): Answer => ({
  e,
  respond: () => {
    throw new TypeError('Failed to fetch')
  },
})

/** The server is so slow that no answer comes. */
export const silent = (e: Endpoint): Answer => ({ e, respond: () => new Promise(() => undefined) })

/** Answers the contract from now on; returns the list of the requests. Later answers to the same endpoint win. */
export function answer(...answers: readonly Answer[]): SentRequest[] {
  const requests: SentRequest[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const path = String(input).replace('/api/v1', '')
    const question: SentRequest = {
      method: init.method ?? 'GET',
      path,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    requests.push(question)
    const hit = answers.findLast(
      ({ e }) =>
        e.method === question.method &&
        new RegExp(`^${e.path.replace(/:\w+/g, '[^/?]+')}(\\?|$)`).test(path),
    )
    return hit === undefined
      ? json(404, { message: `nothing answers ${question.method} ${path}`, code: 'not_found' })
      : hit.respond(question)
  })
  return requests
}

export interface ShownScreen extends RenderResult {
  readonly requests: SentRequest[]
  /** The address that the screen has led to: `/global-map?v=3`. */
  readonly address: () => string
}

/** A signed-in session whose token is `test-token`. */
export const signIn = (): void =>
  session.begin({ token: 'test-token', expires_at: new Date(Date.now() + 900_000).toISOString() })

/** Stops the clock until the test ends, so that ages and days do not depend on the duration of the test. */
export const stopClock = (at = Date.now()): void =>
  void vi.useFakeTimers({ toFake: ['Date'], now: at })

/**
 * Renders a screen with its environment: theme, texts (Italian), query cache, router, dialogs, notices. The theme's variables are left out, because
 * no style sheet uses them here and each computed style would take longer.
 */
export async function show(screen: ReactNode, ...answers: readonly Answer[]): Promise<ShownScreen> {
  return showAt('/', screen, ...answers)
}

/** Like `show`, at an address such as `/global-map?v=3`; with `path` (`/details/$vehicle_id`) the address gives the screen its params. */
export async function showAt(
  place: string | { readonly address: string; readonly path: string },
  screen: ReactNode,
  ...answers: readonly Answer[]
): Promise<ShownScreen> {
  const requests = answer(...answers)
  const root = createRootRoute({ component: Outlet })
  const component = () => screen
  const { address, path } = typeof place === 'string' ? { address: place, path: '/' } : place
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path, component }),
      createRoute({ getParentRoute: () => root, path: '$', component }),
    ]),
    history,
    parseSearch,
    stringifySearch,
  })
  await router.load()
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  })
  const result = render(
    <MantineProvider theme={theme} withCssVariables={false} env="test">
      <QueryClientProvider client={client}>
        <ModalsProvider>
          <Toasts />
          <RouterProvider router={router as never} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...result, requests, address: () => history.location.href }
}
