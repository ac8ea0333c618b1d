// The routes, made from the list of screens (navigation.2).
import { redirects, type Screen, screens } from '@flotta/features/screens.ts'
import { parseSearch, stringifySearch } from '@flotta/ui/search-params.ts'
import { completeTexts } from '@flotta/ui/texts.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { z } from 'zod'
import { enter, type Place, pass } from './guard.ts'
import { LoadingScreen } from './LoadingScreen.tsx'
import { Root } from './Root.tsx'
import { StartFailed } from './StartFailed.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly screen?: Screen
  }
}

const root = createRootRoute({ component: Root })
/** The main layout is the frame of every page of a signed-in user. */
const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  beforeLoad: ({ location }) => enter(location),
  component: lazyRouteComponent(() => import('./Layout.tsx')),
})
/** The area for people who run the installation, which needs no company. */
const installation = createRoute({
  getParentRoute: () => root,
  id: 'installation',
  beforeLoad: ({ location }) => enter(location),
  component: lazyRouteComponent(() => import('./InstallationLayout.tsx')),
})
/** The printing area has a frame of its own, without side menu, top bar and map. */
const kiosk = createRoute({
  getParentRoute: () => root,
  id: 'kiosk',
  beforeLoad: ({ location }) => enter(location),
  component: lazyRouteComponent(() => import('./Kiosk.tsx')),
})

type Shape = z.ZodType<object, object>
const noSearch: z.ZodType<Record<never, never>, Record<never, never>> = z.object({})
type SearchOf<S> = S extends { readonly search: infer T extends Shape } ? T : typeof noSearch
/** A route's options: its component, and its screen for menus, crumbs and titles. */
const screenOptions = (screen: Screen) => ({
  component: lazyRouteComponent(screen.load),
  staticData: { screen },
})
const framedRoute = <P extends string, V extends Shape>(
  path: P,
  validateSearch: V,
  screen: Screen,
) => createRoute({ getParentRoute: () => main, path, validateSearch, ...screenOptions(screen) })
const kioskRoute = <P extends string, V extends Shape>(
  path: P,
  validateSearch: V,
  screen: Screen,
) => createRoute({ getParentRoute: () => kiosk, path, validateSearch, ...screenOptions(screen) })
const installationRoute = <P extends string, V extends Shape>(
  path: P,
  validateSearch: V,
  screen: Screen,
) =>
  createRoute({
    getParentRoute: () => installation,
    path,
    validateSearch,
    ...screenOptions(screen),
  })
const plainRoute = <P extends string, V extends Shape>(
  path: P,
  validateSearch: V,
  screen: Screen,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch,
    beforeLoad: async ({ location }: { location: Place }) => {
      await Promise.all([
        screen.area === 'public' ? pass(location) : null,
        screen.signInTexts ? null : completeTexts(),
      ])
    },
    ...screenOptions(screen),
  })

type ListedScreen = (typeof screens)[number]
type In<A extends Screen['area']> = Extract<ListedScreen, { readonly area: A }>
type FramedRoute<S extends ListedScreen> = S extends ListedScreen
  ? ReturnType<typeof framedRoute<S['path'], SearchOf<S>>>
  : never
type KioskRoute<S extends ListedScreen> = S extends ListedScreen
  ? ReturnType<typeof kioskRoute<S['path'], SearchOf<S>>>
  : never
type InstallationRoute<S extends ListedScreen> = S extends ListedScreen
  ? ReturnType<typeof installationRoute<S['path'], SearchOf<S>>>
  : never
type PlainRoute<S extends ListedScreen> = S extends ListedScreen
  ? ReturnType<typeof plainRoute<S['path'], SearchOf<S>>>
  : never
const all: readonly Screen[] = screens
const routesOf = <R,>(
  make: (path: Screen['path'], search: Shape, screen: Screen) => unknown,
  ...areas: readonly Screen['area'][]
): R[] =>
  all.filter(s => areas.includes(s.area)).map(s => make(s.path, s.search ?? noSearch, s) as R)
// The routes are made in a loop but typed by the list of screens, so the compiler refuses an address that no screen has.
const framedRoutes = routesOf<FramedRoute<In<'main' | 'management'>>>(
  framedRoute,
  'main',
  'management',
)
const kioskRoutes = routesOf<KioskRoute<In<'printing'>>>(kioskRoute, 'printing')
const installationRoutes = routesOf<InstallationRoute<In<'provider'>>>(
  installationRoute,
  'provider',
)
const plainRoutes = routesOf<PlainRoute<In<'public' | 'open'>>>(plainRoute, 'public', 'open')

type RedirectPath = (typeof redirects)[number]['path']
const redirectRoute = <P extends string>(path: P, to: string) =>
  createRoute({
    getParentRoute: () => main,
    path,
    beforeLoad: ({ params }) => {
      throw redirect({ to, params })
    },
  })
type RedirectRoute<P extends RedirectPath> = P extends RedirectPath
  ? ReturnType<typeof redirectRoute<P>>
  : never
const redirectRoutes = redirects.map(({ path, to }) =>
  redirectRoute(path, to),
) as RedirectRoute<RedirectPath>[]

export const router = createRouter({
  routeTree: root.addChildren([
    main.addChildren([...redirectRoutes, ...framedRoutes]),
    installation.addChildren(installationRoutes),
    kiosk.addChildren(kioskRoutes),
    ...plainRoutes,
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingScreen,
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  defaultErrorComponent: StartFailed,
  scrollRestoration: false,
})
/** Whether the open page is one of a signed-in user. */
export const isGuarded = (): boolean =>
  router.state.matches.some(({ routeId }) =>
    [main.id, installation.id, kiosk.id].some(id => id === routeId),
  )
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
