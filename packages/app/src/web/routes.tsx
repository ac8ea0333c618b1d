// The route table of P §2: the routes that work.
import { Search as MapSearch } from '@flotta/features/map/web/useMapSearch.ts'
import { parseSearch, stringifySearch } from '@flotta/ui/search-params.ts'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { enter, pass } from './guard.ts'
import { LoadingScreen } from './LoadingScreen.tsx'
import NotFound from './NotFound.tsx'
import { StartFailed } from './StartFailed.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

/** Every signed-in page lies in the main layout. */
const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  beforeLoad: ({ location }) => enter(location.href),
  component: lazyRouteComponent(() => import('./Layout.tsx')),
})
const toMap = () => {
  throw redirect({ to: '/global-map' })
}
const home = createRoute({ getParentRoute: () => main, path: '/', beforeLoad: toMap })
const dashboard = createRoute({ getParentRoute: () => main, path: '/dashboard', beforeLoad: toMap })
const globalMap = createRoute({
  getParentRoute: () => main,
  path: '/global-map',
  validateSearch: MapSearch,
  component: lazyRouteComponent(() => import('@flotta/features/map/web/GlobalMapScreen.tsx')),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: z.object({ next: z.string().optional().catch(undefined), reset: z.literal('done').optional().catch(undefined) }),
  beforeLoad: pass,
  component: lazyRouteComponent(() => import('@flotta/features/auth/web/LoginScreen.tsx')),
})
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset/$token/$email',
  beforeLoad: pass,
  component: lazyRouteComponent(() => import('@flotta/features/auth/web/ResetScreen.tsx')),
})
const errorPage = createRoute({ getParentRoute: () => root, path: '/error-page', component: NotFound })

export const router = createRouter({
  routeTree: root.addChildren([main.addChildren([home, dashboard, globalMap]), login, reset, errorPage]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingScreen,
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  defaultErrorComponent: StartFailed,
  scrollRestoration: false,
})
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
