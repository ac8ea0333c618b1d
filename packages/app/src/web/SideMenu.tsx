// The side menu: one entry for each screen that the person may open, as an icon or with its word, and its keys. In a low window the management folds into one entry (navigation.76, navigation.77).
import { Brand } from '@flotta/features/portal/shell/web/Brand.tsx'
import { KeyboardHelp } from '@flotta/features/portal/shell/web/KeyboardHelp.tsx'
import type { MenuScreen } from '@flotta/features/screens.ts'
import { usePreference } from '@flotta/ui/preferences.ts'
import { useMedia } from '@flotta/ui/screen-size.ts'
import { currentLanguage } from '@flotta/ui/texts.ts'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSettings,
} from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ScreenItem } from './MenuLinks.tsx'
import { litBy, useMenus } from './useScreens.ts'
import classes from './web.module.css'

/** Windows that are high enough for all entries (web.module.css has the same height). */
const HIGH = '(min-height: 960px)'
/** Fewer entries of the management need no fold. */
const FEWEST_FOLDED = 3

export function SideMenu() {
  const { t } = useTranslation()
  const { main, management } = useMenus()
  const [isWide] = usePreference('wide_menu')
  const isHigh = useMedia(HIGH, true)
  const daily = management.filter(screen => screen.daily === true)
  const rest = management.filter(screen => screen.daily !== true)
  const isFolded = !isHigh && rest.length >= FEWEST_FOLDED
  const lists = [main, daily, isFolded ? [] : rest].filter(screens => screens.length > 0)
  return (
    <nav className={classes.rail} aria-label={t('shell.main_menu')}>
      <Link to="/" className={classes.home} aria-label={t('shell.home')}>
        <Brand />
        {isWide && <span>Flotta</span>}
      </Link>
      <div className={classes.railLinks}>
        {lists.map(screens => (
          <ul key={screens[0]?.path}>
            {screens.map(screen => (
              <li key={screen.path}>
                <Entry screen={screen} isWide={isWide} />
              </li>
            ))}
          </ul>
        ))}
        {isFolded && (
          <ul>
            <li>
              <Management screens={rest} isWide={isWide} />
            </li>
          </ul>
        )}
      </div>
      <div className={classes.railFoot}>
        <KeyboardHelp menu={[...main, ...management]} />
        <WidthButton />
      </div>
    </nav>
  )
}

function Entry({ screen, isWide }: { readonly screen: MenuScreen; readonly isWide: boolean }) {
  const { t } = useTranslation()
  const { path, title, icon: Icon, letter, isDimmed, instead } = screen
  const look = {
    className: classes.railLink,
    'aria-label': t(title),
    children: (
      <>
        <Icon size={22} stroke={1.75} style={{ flex: 'none' }} aria-hidden />
        {isWide && <span className={classes.railWord}>{t(title)}</span>}
      </>
    ),
  }
  const keys = letter === undefined ? '' : ` · G ${letter.toUpperCase()}`
  return (
    <Tooltip label={`${t(title)}${keys}`} position="right" openDelay={isWide ? 600 : 0}>
      {isDimmed ? (
        <a href={instead?.(currentLanguage())} data-dimmed {...look} />
      ) : (
        <Link to={path} activeOptions={litBy(screen)} {...look} />
      )}
    </Tooltip>
  )
}

/** The screens that are not needed every day, behind one entry. */
function Management({
  screens,
  isWide,
}: {
  readonly screens: readonly MenuScreen[]
  readonly isWide: boolean
}) {
  const { t } = useTranslation()
  const pathname = useRouterState({ select: s => s.location.pathname })
  const isHere = screens.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return (
    <Menu position="right-end" shadow="md" trapFocus returnFocus>
      <Menu.Target>
        <button
          type="button"
          className={classes.railLink}
          aria-label={t('shell.management')}
          title={isWide ? undefined : t('shell.management')}
          data-current={isHere || undefined}
        >
          <IconSettings size={22} stroke={1.75} style={{ flex: 'none' }} aria-hidden />
          {isWide && <span className={classes.railWord}>{t('shell.management')}</span>}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {screens.map(screen => (
          <ScreenItem key={screen.path} screen={screen} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Switches the menu between icons and words; the browser stores the choice. */
function WidthButton() {
  const { t } = useTranslation()
  const [isWide, setWide] = usePreference('wide_menu')
  const label = t(isWide ? 'shell.menu_narrow' : 'shell.menu_wide')
  return (
    <Tooltip label={label} position="right">
      <ActionIcon
        size={40}
        onClick={() => setWide(!isWide)}
        aria-label={label}
        aria-expanded={isWide}
      >
        {isWide ? (
          <IconLayoutSidebarLeftCollapse size={20} stroke={1.75} aria-hidden />
        ) : (
          <IconLayoutSidebarLeftExpand size={20} stroke={1.75} aria-hidden />
        )}
      </ActionIcon>
    </Tooltip>
  )
}
