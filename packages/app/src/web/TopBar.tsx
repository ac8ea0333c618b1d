// The top bar of every page of a signed-in user (navigation.62).
import { AlertsMenu } from '@flotta/features/alerts/incidents/web/AlertsMenu.tsx'
import { FleetsFilter } from '@flotta/features/fleet/fleets/web/FleetsFilter.tsx'
import { StatisticsMenu } from '@flotta/features/fleet/vehicles/web/StatisticsMenu.tsx'
import { LanguageSwitch } from '@flotta/features/people/auth/web/LanguageSwitch.tsx'
import { ProfileMenu } from '@flotta/features/people/auth/web/ProfileMenu.tsx'
import { NotificationsMenu } from '@flotta/features/people/notifications/web/NotificationsMenu.tsx'
import { NewsMenu } from '@flotta/features/portal/news/web/NewsMenu.tsx'
import { SearchBox } from '@flotta/features/portal/search/web/SearchBox.tsx'
import { Brand } from '@flotta/features/portal/shell/web/Brand.tsx'
import { ColorSchemeSwitch } from '@flotta/features/portal/shell/web/ColorSchemeSwitch.tsx'
import { useMedia } from '@flotta/ui/screen-size.ts'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMap2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Breadcrumbs, WIDE } from './Breadcrumbs.tsx'
import { InstallationLink, MenuLinks } from './MenuLinks.tsx'
import classes from './web.module.css'

export function TopBar({ phone }: { readonly phone: boolean }) {
  const { t } = useTranslation()
  const wide = useMedia(WIDE, true)
  if (phone)
    return (
      <header className={classes.top}>
        <Link to="/" className={classes.phoneHome} aria-label={t('shell.home')}>
          <Brand size={28} />
          <span>Flotta</span>
        </Link>
        <div className={classes.spring} />
        <FleetsFilter />
        <NewsMenu />
        <LanguageSwitch />
        <ColorSchemeSwitch />
      </header>
    )
  return (
    <header className={classes.top}>
      {wide && <Breadcrumbs />}
      <div className={classes.search}>
        <SearchBox />
      </div>
      <div className={classes.spring} />
      <FleetsFilter />
      {wide && <StatisticsMenu />}
      <NewsMenu />
      <Tooltip label={t('global_map.title')}>
        <ActionIcon component={Link} to="/global-map" size={36} aria-label={t('global_map.title')}>
          <IconMap2 size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <AlertsMenu />
      <NotificationsMenu />
      <LanguageSwitch />
      <ColorSchemeSwitch />
      <ProfileMenu>
        <InstallationLink />
        <MenuLinks />
      </ProfileMenu>
    </header>
  )
}
