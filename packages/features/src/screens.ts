// The list of the product's screens. Routes, menus, breadcrumbs, titles and the guard are made from it.
import { type Allow, mayCall } from '@flotta/core/contract.ts'
import type { Language } from '@flotta/core/languages.ts'
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import {
  IconAntennaBars5,
  IconApps,
  IconBellCog,
  IconBellRinging,
  IconBuilding,
  IconBuildingWarehouse,
  IconCoinEuro,
  IconCpu,
  IconEyeCheck,
  IconFileCertificate,
  IconFileText,
  IconLayoutDashboard,
  IconListDetails,
  IconMail,
  IconMap2,
  IconMapPin,
  IconRoute,
  IconServerCog,
  IconStack2,
  IconSteeringWheel,
  IconTemperature,
  IconTruck,
  IconUserCheck,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { AlertsSearch } from './alerts/active-alerts/web/address.ts'
import { AlertConfigurationsSearch } from './alerts/alert-configurations/web/address.ts'
import { TcosSearch } from './costs/tcos/web/address.ts'
import { ActivitiesSearch } from './fleet/activities/web/address.ts'
import { AgreementsSearch } from './fleet/agreements/web/address.ts'
import { FleetsSearch } from './fleet/fleets/web/address.ts'
import { PrivacySearch } from './fleet/privacy/web/address.ts'
import { VehiclesSearch } from './fleet/vehicles/web/address.ts'
import { WebhooksSearch } from './integrations/webhooks/web/address.ts'
import { HubsSearch, PoisSearch } from './map/areas/web/address.ts'
import { FleetTracksSearch } from './map/fleet-tracks/web/address.ts'
import { MapSearchParams } from './map/global-map/web/address.ts'
import { PlannerSearch } from './map/planner/web/address.ts'
import { AuditSearch } from './people/audit/web/address.ts'
import { LoginSearch } from './people/auth/web/address.ts'
import type { Customer } from './people/customers/contract.ts'
import type { User } from './people/users/contract.ts'
import { UsersSearch } from './people/users/web/address.ts'
import { registerNews } from './portal/news/news.ts'
import { OperationSearch } from './provider/operation/web/address.ts'
import { PeriodSearch } from './reports/printing/web/address.ts'
import { VerifySearch } from './reports/register/web/address.ts'
import { ReportSearch, ReportsSearch } from './reports/reports/web/address.ts'
import { BoardSearch } from './services/boards/web/address.ts'
import { overviewTitle } from './services/overviews/pages.ts'
import { DevicesSearch } from './telemetry/devices/web/address.ts'

/** The signed-in user with their customer. */
export interface Account {
  readonly user: User
  readonly customer: Customer
}
export interface Screen {
  /** Its address; `$id` is a parameter, and `/$` matches every address that no other screen has. */
  readonly path: `/${string}`
  /** Key of its title in menus, breadcrumbs, the window and the h1. */
  readonly title: string
  /** Key of the title of one of several pages, by the last segment of the address; undefined: there is no such page. */
  readonly one?: (word: string) => string | undefined
  /**
   * `main` and `management`: within the frame, for signed-in users, in the menus in this order; `provider`: the provider's area, with a frame and a menu of
   * its own; `printing`: the kiosk with a frame of its own; `public`: for users who are not signed in; `open`: for everybody.
   */
  readonly area: 'main' | 'management' | 'provider' | 'printing' | 'public' | 'open'
  /** Who may open it; for others the address does not exist. */
  readonly allow: Allow
  /** Whether the company has it; if not, the address says so. */
  readonly when?: (account: Account) => boolean
  /** The page outside of the app that its dimmed menu entry leads to while `when` is false. Without it there is no entry then. */
  readonly instead?: (language: Language) => string
  /** A screen with an icon is in the menus. */
  readonly icon?: TablerIcon
  /** The key that opens the screen after `g`. */
  readonly letter?: string
  /** A screen of the management that the side menu shows beside the main ones, also in a low window. */
  readonly daily?: true
  /** The search offers to add a record here, by the address with `open=new`. */
  readonly add?: {
    readonly title: string
    readonly allow: Allow
    readonly when?: (account: Account) => boolean
  }
  /** The schema of its search parameters. */
  readonly search?: z.ZodType<object, object>
  /** The screen fills the whole stage, and the frame gives it a hidden h1. Other screens show their h1 themselves (`PageTitle`). */
  readonly stage?: true
  /** The texts of the sign-in pages are enough for it (`loadSignInTexts`), so a first visit does not load those of all screens. */
  readonly signInTexts?: true
  readonly load: () => Promise<{ readonly default: () => ReactNode }>
}

/** Whether the customer has switched a configuration on ('1'). */
const isSwitchedOn =
  (parameter: string) =>
  ({ customer }: Account): boolean =>
    customer.configurations.some(c => c.parameter === parameter && c.value === '1')

/** Screens for developers, which the built product does not have. */
const developerScreens = import.meta.env.DEV
  ? ([
      {
        path: '/gallery',
        title: 'gallery.title',
        area: 'main',
        allow: 'signed_in',
        search: ListSearch,
        load: () => import('./portal/gallery/web/GalleryScreen.tsx'),
      },
    ] as const)
  : ([] as const)

/** Defaults of an area's screens. */
const inMain = { area: 'main', allow: 'view' } as const
const inManagement = { area: 'management', allow: 'view' } as const
/** A list in the provider's area. */
const inProvider = { area: 'provider', allow: 'provider', search: ListSearch } as const
const inPrinting = { area: 'printing', allow: 'printing' } as const
const beforeSignIn = { area: 'public', allow: 'anyone' } as const
const forEverybody = { area: 'open', allow: 'anyone' } as const

export const screens = [
  {
    path: '/dashboard',
    title: 'dashboard.title',
    ...inMain,
    icon: IconLayoutDashboard,
    letter: 'd',
    search: MapSearchParams,
    stage: true,
    load: () => import('./portal/dashboard/web/DashboardScreen.tsx'),
  },
  {
    path: '/global-map',
    title: 'global_map.title',
    ...inMain,
    icon: IconMap2,
    letter: 'm',
    search: MapSearchParams,
    stage: true,
    load: () => import('./map/global-map/web/GlobalMapScreen.tsx'),
  },
  {
    path: '/fleet-tracks',
    title: 'fleet_tracks.title',
    ...inMain,
    search: FleetTracksSearch,
    stage: true,
    load: () => import('./map/fleet-tracks/web/FleetTracksScreen.tsx'),
  },
  {
    path: '/vehicles',
    title: 'vehicles.title',
    ...inMain,
    icon: IconTruck,
    letter: 'v',
    add: { title: 'vehicles.add.title', allow: 'edit', when: isSwitchedOn('self_service') },
    search: VehiclesSearch,
    load: () => import('./fleet/vehicles/web/VehiclesScreen.tsx'),
  },
  {
    path: '/fleets',
    title: 'fleets.title',
    ...inMain,
    icon: IconStack2,
    letter: 'f',
    add: { title: 'fleets.add', allow: 'edit' },
    search: FleetsSearch,
    load: () => import('./fleet/fleets/web/FleetsScreen.tsx'),
  },
  {
    path: '/hubs',
    title: 'areas.title.hub',
    ...inMain,
    icon: IconBuildingWarehouse,
    letter: 'h',
    add: { title: 'areas.add.hub', allow: 'edit' },
    search: HubsSearch,
    load: () => import('./map/areas/web/HubsScreen.tsx'),
  },
  {
    path: '/pois',
    title: 'areas.title.poi',
    ...inMain,
    icon: IconMapPin,
    letter: 'p',
    add: { title: 'areas.add.poi', allow: 'edit' },
    search: PoisSearch,
    load: () => import('./map/areas/web/PoisScreen.tsx'),
  },
  {
    path: '/drivers',
    title: 'drivers.title',
    ...inMain,
    icon: IconSteeringWheel,
    letter: 'i',
    add: { title: 'drivers.add', allow: 'edit' },
    search: ListSearch,
    load: () => import('./fleet/drivers/web/DriversScreen.tsx'),
  },
  {
    path: '/drivers/activity',
    title: 'activities.title',
    ...inMain,
    when: isSwitchedOn('drivers_active'),
    icon: IconUserCheck,
    letter: 'y',
    search: ActivitiesSearch,
    load: () => import('./fleet/activities/web/ActivitiesScreen.tsx'),
  },
  {
    path: '/tcos',
    title: 'tcos.title',
    ...inMain,
    when: isSwitchedOn('tos_active'),
    icon: IconCoinEuro,
    letter: 'c',
    add: { title: 'tcos.add', allow: 'edit' },
    search: TcosSearch,
    load: () => import('./costs/tcos/web/TcosScreen.tsx'),
  },
  {
    path: '/services',
    title: 'overviews.title',
    ...inMain,
    icon: IconApps,
    letter: 's',
    load: () => import('./services/overviews/web/ServicesScreen.tsx'),
  },
  {
    path: '/services/$service',
    title: 'overviews.title',
    one: overviewTitle,
    ...inMain,
    search: BoardSearch,
    load: () => import('./services/overviews/web/ServiceScreen.tsx'),
  },
  {
    path: '/services/$service/$vehicleId',
    title: 'overviews.vehicle',
    ...inMain,
    load: () => import('./services/overviews/web/ServiceVehicleScreen.tsx'),
  },
  {
    path: '/trips',
    title: 'planner.title',
    ...inMain,
    icon: IconRoute,
    letter: 't',
    search: PlannerSearch,
    stage: true,
    load: () => import('./map/planner/web/PlannerScreen.tsx'),
  },
  {
    path: '/agreements',
    title: 'agreements.title',
    ...inManagement,
    icon: IconFileCertificate,
    letter: 'g',
    search: AgreementsSearch,
    load: () => import('./fleet/agreements/web/AgreementsScreen.tsx'),
  },
  {
    path: '/devices',
    title: 'devices.title',
    ...inManagement,
    icon: IconCpu,
    letter: 'e',
    search: DevicesSearch,
    load: () => import('./telemetry/devices/web/DevicesScreen.tsx'),
  },
  {
    path: '/notifications',
    title: 'notifications.title',
    ...inManagement,
    icon: IconMail,
    letter: 'n',
    daily: true,
    search: ListSearch,
    load: () => import('./people/notifications/web/NotificationsScreen.tsx'),
  },
  {
    path: '/active-alerts',
    title: 'incidents.title',
    ...inManagement,
    icon: IconBellRinging,
    letter: 'a',
    daily: true,
    search: AlertsSearch,
    load: () => import('./alerts/active-alerts/web/ActiveAlertsScreen.tsx'),
  },
  {
    path: '/reports',
    title: 'reports.title',
    ...inManagement,
    icon: IconFileText,
    letter: 'r',
    daily: true,
    add: { title: 'reports.request', allow: 'edit' },
    search: ReportsSearch,
    load: () => import('./reports/reports/web/ReportsScreen.tsx'),
  },
  {
    path: '/reports/schedules',
    title: 'schedules.title',
    ...inManagement,
    search: ListSearch,
    load: () => import('./reports/schedules/web/SchedulesScreen.tsx'),
  },
  {
    path: '/report',
    title: 'reports.one',
    ...inManagement,
    search: ReportSearch,
    load: () => import('./reports/reports/web/ReportScreen.tsx'),
  },
  {
    path: '/alerts',
    title: 'alert_configurations.title',
    ...inManagement,
    icon: IconBellCog,
    letter: 'l',
    search: AlertConfigurationsSearch,
    load: () => import('./alerts/alert-configurations/web/AlertConfigurationsScreen.tsx'),
  },
  {
    path: '/users',
    title: 'users.title',
    ...inManagement,
    icon: IconUsers,
    letter: 'u',
    add: { title: 'users.add', allow: 'edit' },
    search: UsersSearch,
    load: () => import('./people/users/web/UsersScreen.tsx'),
  },
  {
    path: '/temperature-register',
    title: 'printing.register.title',
    ...inManagement,
    when: isSwitchedOn('t_check'),
    instead: registerNews,
    icon: IconTemperature,
    load: () => import('./reports/printing/web/RegisterScreen.tsx'),
  },
  {
    path: '/privacy',
    title: 'privacy.title',
    area: 'management',
    allow: 'edit',
    icon: IconEyeCheck,
    search: PrivacySearch,
    load: () => import('./fleet/privacy/web/PrivacyScreen.tsx'),
  },
  {
    path: '/audit',
    title: 'audit.title',
    area: 'management',
    allow: 'control',
    icon: IconListDetails,
    search: AuditSearch,
    load: () => import('./people/audit/web/AuditScreen.tsx'),
  },
  {
    path: '/webhooks',
    title: 'webhooks.title',
    area: 'management',
    allow: 'edit',
    icon: IconWebhook,
    letter: 'w',
    add: { title: 'webhooks.add', allow: 'edit' },
    search: WebhooksSearch,
    load: () => import('./integrations/webhooks/web/WebhooksScreen.tsx'),
  },
  {
    path: '/customers',
    title: 'customers.title',
    ...inManagement,
    when: ({ user }) => user.max_users > 0,
    icon: IconBuilding,
    letter: 'k',
    add: { title: 'customers.add', allow: 'edit' },
    search: ListSearch,
    load: () => import('./people/customers/web/CustomersScreen.tsx'),
  },
  {
    path: '/details/$vehicle_id',
    title: 'vehicles.details',
    ...inMain,
    search: MapSearchParams,
    load: () => import('./fleet/vehicles/web/DetailsScreen.tsx'),
  },
  {
    path: '/provider/customers',
    title: 'area.customers',
    ...inProvider,
    icon: IconBuilding,
    load: () => import('./provider/customers/web/ProviderCustomersScreen.tsx'),
  },
  {
    path: '/provider/users',
    title: 'area.users',
    ...inProvider,
    icon: IconUsers,
    load: () => import('./provider/users/web/ProviderUsersScreen.tsx'),
  },
  {
    path: '/provider/vehicles',
    title: 'area.vehicles',
    ...inProvider,
    icon: IconTruck,
    load: () => import('./provider/vehicles/web/ProviderVehiclesScreen.tsx'),
  },
  {
    path: '/provider/devices',
    title: 'area.devices',
    ...inProvider,
    icon: IconCpu,
    load: () => import('./provider/devices/web/ProviderDevicesScreen.tsx'),
  },
  {
    path: '/provider/agreements',
    title: 'area.agreements',
    ...inProvider,
    icon: IconFileCertificate,
    load: () => import('./provider/agreements/web/ProviderAgreementsScreen.tsx'),
  },
  {
    path: '/provider/unclaimed',
    title: 'area.unclaimed',
    ...inProvider,
    icon: IconAntennaBars5,
    load: () => import('./provider/devices/web/UnclaimedScreen.tsx'),
  },
  {
    path: '/provider/visits',
    title: 'area.visits',
    ...inProvider,
    icon: IconEyeCheck,
    load: () => import('./provider/visits/web/VisitsScreen.tsx'),
  },
  {
    path: '/provider/operation',
    title: 'operation.title',
    ...inProvider,
    icon: IconServerCog,
    search: OperationSearch,
    load: () => import('./provider/operation/web/OperationScreen.tsx'),
  },
  {
    path: '/account',
    title: 'auth.sessions_and_tokens',
    area: 'main',
    allow: 'signed_in',
    load: () => import('./people/auth/web/AccountScreen.tsx'),
  },
  {
    path: '/login',
    title: 'auth.sign_in',
    ...beforeSignIn,
    search: LoginSearch,
    signInTexts: true,
    load: () => import('./people/auth/web/LoginScreen.tsx'),
  },
  {
    path: '/reset/$token/$email',
    title: 'auth.reset.title',
    ...beforeSignIn,
    signInTexts: true,
    load: () => import('./people/auth/web/ResetScreen.tsx'),
  },
  {
    path: '/address/$does/$token',
    title: 'auth.address.title',
    ...beforeSignIn,
    signInTexts: true,
    load: () => import('./people/auth/web/AddressScreen.tsx'),
  },
  {
    path: '/setup',
    title: 'setup.title',
    area: 'open',
    allow: 'anyone',
    load: () => import('./provider/setup/web/SetupScreen.tsx'),
  },
  {
    path: '/follow/$token',
    title: 'links.follow.title',
    ...forEverybody,
    load: () => import('./integrations/links/web/FollowScreen.tsx'),
  },
  {
    path: '/verify',
    title: 'register.title',
    ...forEverybody,
    search: VerifySearch,
    load: () => import('./reports/register/web/VerifyScreen.tsx'),
  },
  {
    path: '/printer/login',
    title: 'printing.login.title',
    ...beforeSignIn,
    search: LoginSearch,
    load: () => import('./reports/printing/web/PrinterLoginScreen.tsx'),
  },
  {
    path: '/printer/scanner',
    title: 'printing.scanner.title',
    ...inPrinting,
    load: () => import('./reports/printing/web/ScannerScreen.tsx'),
  },
  {
    path: '/printer/vehicle/$vehicleId/date-range',
    title: 'printing.period.title',
    ...inPrinting,
    search: PeriodSearch,
    load: () => import('./reports/printing/web/PeriodScreen.tsx'),
  },
  {
    path: '/printer/vehicle/$vehicleId/preview',
    title: 'printing.receipt.title',
    ...inPrinting,
    search: PeriodSearch,
    load: () => import('./reports/printing/web/PreviewScreen.tsx'),
  },
  {
    path: '/error-page',
    title: 'shell.not_found.name',
    ...forEverybody,
    load: () => import('./portal/shell/web/ErrorPage.tsx'),
  },
  ...developerScreens,
  {
    path: '/$',
    title: 'shell.not_found.name',
    area: 'main',
    allow: 'signed_in',
    load: () => import('./portal/shell/web/NotFound.tsx'),
  },
] as const satisfies readonly Screen[]

/** Addresses that redirect to a screen. */
export const redirects = [
  { path: '/', to: '/dashboard' },
  { path: '/provider', to: '/provider/customers' },
  { path: '/printer', to: '/printer/scanner' },
  // the address on a vehicle's label
  { path: '/printer/vehicle/$vehicleId', to: '/printer/vehicle/$vehicleId/date-range' },
] as const

/** Key of a screen's title at an address; undefined where the screen has no such page. */
export function titleOf({ title, one }: Screen, pathname: string): string | undefined {
  return one === undefined ? title : one(decodeURIComponent(pathname.split('/').at(-1) ?? ''))
}

/** Whether a screen is for people of the user's role; for others its address does not exist. */
export const isForRole = ({ allow }: Screen, { user }: Account): boolean =>
  mayCall(allow, user.role, user.provider)
/** Whether the user may open a screen. */
export const isOpen = (screen: Screen, account: Account): boolean =>
  isForRole(screen, account) && (screen.when?.(account) ?? true)

/** The entries of an area's menu for the user, in order. */
export const menuOf = (
  area: Screen['area'],
  account: Account,
  all: readonly Screen[] = screens,
): readonly MenuScreen[] =>
  all
    .filter(
      (screen): screen is Omit<MenuScreen, 'isDimmed'> & Screen =>
        screen.area === area && screen.icon !== undefined,
    )
    .map(screen => ({ ...screen, isDimmed: !isOpen(screen, account) }))
    .filter(
      screen => !screen.isDimmed || (screen.instead !== undefined && isForRole(screen, account)),
    )

type ProductScreen = (typeof screens)[number]
export interface MenuScreen extends Screen {
  readonly path: Extract<ProductScreen, { readonly icon: TablerIcon }>['path']
  readonly icon: TablerIcon
  /** The entry opens the page of `instead`. */
  readonly isDimmed: boolean
}

/** Whether an address matches a path; a parameter matches any segment. */
function matchesPath(pathname: string, { path }: { readonly path: string }): boolean {
  const segments = pathname.split('/')
  const pattern = path.split('/')
  return (
    path !== '/$' &&
    pattern.length === segments.length &&
    pattern.every((word, i) => word.startsWith('$') || word === segments[i])
  )
}

/** The screen of an address. */
export const screenAt = (pathname: string, all: readonly Screen[] = screens): Screen | undefined =>
  all.find(screen => matchesPath(pathname, screen))

/** Whether an address is a page of the printing area, or redirects to one. */
export const isPrinterPage = (pathname: string): boolean =>
  screenAt(pathname)?.area === 'printing' ||
  redirects.some(lead => matchesPath(pathname, lead) && screenAt(lead.to)?.area === 'printing')

/** The screens on the way to an address. A last segment without a screen is shown as it is. */
export function crumbsOf(
  pathname: string,
  all: readonly Screen[] = screens,
): readonly { readonly path: string; readonly title?: string; readonly word: string }[] {
  const segments = pathname.split('/').filter(segment => segment !== '')
  return segments.flatMap((segment, i) => {
    const path = `/${segments.slice(0, i + 1).join('/')}`
    const screen = screenAt(path, all)
    const title = screen === undefined ? undefined : titleOf(screen, path)
    if (title !== undefined) return [{ path, title, word: segment }]
    return i === segments.length - 1 ? [{ path, word: decodeURIComponent(segment) }] : []
  })
}
