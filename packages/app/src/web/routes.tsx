// The routes, made from the list of screens (P §2).
import { leads, type Screen, screens } from '@flotta/features/screens.ts'
import { parseSearch, stringifySearch } from '@flotta/ui/search-params.ts'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { enter, pass } from './guard.ts'
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
  beforeLoad: ({ location }) => enter(location.href),
  component: lazyRouteComponent(() => import('./Layout.tsx')),
})

type Shape = z.ZodType<object, object>
const nothing: z.ZodType<Record<never, never>, Record<never, never>> = z.object({})
type SearchOf<S> = S extends { readonly search: infer T extends Shape } ? T : typeof nothing
/** A route's options: its component, and its screen for menus, crumbs and titles. */
const made = (screen: Screen) => ({ component: lazyRouteComponent(screen.load), staticData: { screen } })
const framed = <P extends string, V extends Shape>(path: P, validateSearch: V, screen: Screen) =>
  createRoute({ getParentRoute: () => main, path, validateSearch, ...made(screen) })
const plain = <P extends string, V extends Shape>(path: P, validateSearch: V, screen: Screen) =>
  createRoute({ getParentRoute: () => root, path, validateSearch, ...(screen.area === 'public' && { beforeLoad: pass }), ...made(screen) })

type Listed = (typeof screens)[number]
type InFrame = Extract<Listed, { readonly area: 'main' | 'management' }>
type Framed<S extends Listed> = S extends Listed ? ReturnType<typeof framed<S['path'], SearchOf<S>>> : never
type Plain<S extends Listed> = S extends Listed ? ReturnType<typeof plain<S['path'], SearchOf<S>>> : never
const isFramed = ({ area }: Screen): boolean => area === 'main' || area === 'management'
const all: readonly Screen[] = screens
// Made in a loop, they are typed by the list: an address that no screen has is refused by the compiler.
const inFrame = all.filter(isFramed).map(s => framed(s.path, s.search ?? nothing, s)) as unknown as Framed<InFrame>[]
const outside = all.filter(s => !isFramed(s)).map(s => plain(s.path, s.search ?? nothing, s)) as unknown as Plain<Exclude<Listed, InFrame>>[]

type Lead = (typeof leads)[number]['path']
const lead = <P extends string>(path: P, to: string) =>
  createRoute({
    getParentRoute: () => main,
    path,
    beforeLoad: () => {
      throw redirect({ to })
    },
  })
type Leading<P extends Lead> = P extends Lead ? ReturnType<typeof lead<P>> : never
const leading = leads.map(({ path, to }) => lead(path, to)) as unknown as Leading<Lead>[]

export const router = createRouter({
  routeTree: root.addChildren([main.addChildren([...leading, ...inFrame]), ...outside]),
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
