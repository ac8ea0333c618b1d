// The routes, made from the list of screens (P §2).
import { redirects, type Screen, screens } from '@flotta/features/screens.ts'
import { parseSearch, stringifySearch } from '@flotta/ui/search-params.ts'
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
/** Every signed-in page lies in the main layout. */
const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  beforeLoad: ({ location }) => enter(location),
  component: lazyRouteComponent(() => import('./Layout.tsx')),
})
/** The printing area has a frame of its own, without rail, bar and map. */
const kiosk = createRoute({
  getParentRoute: () => root,
  id: 'kiosk',
  beforeLoad: ({ location }) => enter(location),
  component: lazyRouteComponent(() => import('./Kiosk.tsx')),
})

type Shape = z.ZodType<object, object>
const nothing: z.ZodType<Record<never, never>, Record<never, never>> = z.object({})
type SearchOf<S> = S extends { readonly search: infer T extends Shape } ? T : typeof nothing
/** A route's options: its component, and its screen for menus, crumbs and titles. */
const made = (screen: Screen) => ({
  component: lazyRouteComponent(screen.load),
  staticData: { screen },
})
const framed = <P extends string, V extends Shape>(path: P, validateSearch: V, screen: Screen) =>
  createRoute({ getParentRoute: () => main, path, validateSearch, ...made(screen) })
const atKiosk = <P extends string, V extends Shape>(path: P, validateSearch: V, screen: Screen) =>
  createRoute({ getParentRoute: () => kiosk, path, validateSearch, ...made(screen) })
const plain = <P extends string, V extends Shape>(path: P, validateSearch: V, screen: Screen) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch,
    ...(screen.area === 'public' && {
      beforeLoad: ({ location }: { location: Place }) => pass(location),
    }),
    ...made(screen),
  })

type Listed = (typeof screens)[number]
type In<A extends Screen['area']> = Extract<Listed, { readonly area: A }>
type Framed<S extends Listed> = S extends Listed
  ? ReturnType<typeof framed<S['path'], SearchOf<S>>>
  : never
type AtKiosk<S extends Listed> = S extends Listed
  ? ReturnType<typeof atKiosk<S['path'], SearchOf<S>>>
  : never
type Plain<S extends Listed> = S extends Listed
  ? ReturnType<typeof plain<S['path'], SearchOf<S>>>
  : never
const all: readonly Screen[] = screens
const listed = <R,>(
  make: (path: Screen['path'], search: Shape, screen: Screen) => unknown,
  ...areas: readonly Screen['area'][]
): R[] =>
  all.filter(s => areas.includes(s.area)).map(s => make(s.path, s.search ?? nothing, s) as R)
// Made in a loop, they are typed by the list: an address that no screen has is refused by the compiler.
const inFrame = listed<Framed<In<'main' | 'management'>>>(framed, 'main', 'management')
const inKiosk = listed<AtKiosk<In<'printing'>>>(atKiosk, 'printing')
const outside = listed<Plain<In<'public' | 'open'>>>(plain, 'public', 'open')

type Lead = (typeof redirects)[number]['path']
const lead = <P extends string>(path: P, to: string) =>
  createRoute({
    getParentRoute: () => main,
    path,
    beforeLoad: ({ params }) => {
      throw redirect({ to, params })
    },
  })
type Leading<P extends Lead> = P extends Lead ? ReturnType<typeof lead<P>> : never
const leading = redirects.map(({ path, to }) => lead(path, to)) as unknown as Leading<Lead>[]

export const router = createRouter({
  routeTree: root.addChildren([
    main.addChildren([...leading, ...inFrame]),
    kiosk.addChildren(inKiosk),
    ...outside,
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
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
