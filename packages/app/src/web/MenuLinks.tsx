// The links of the profile menu: vehicles, drivers and the screens of the management (navigation.67).
import { useAccount } from '@flotta/features/people/auth/web/account.ts'
import type { MenuScreen } from '@flotta/features/screens.ts'
import { currentLanguage } from '@flotta/ui/texts.ts'
import { Menu } from '@mantine/core'
import { IconServerCog } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMenus } from './useScreens.ts'

/** The main screens that the profile menu links to. */
const menuScreens: readonly string[] = ['/vehicles', '/drivers']

/** The link of a provider to the area of the installation. */
export function InstallationLink() {
  const { t } = useTranslation()
  const { user } = useAccount()
  if (!user.provider) return null
  return (
    <Menu.Item
      component={Link}
      to="/provider"
      leftSection={<IconServerCog size={16} aria-hidden />}
    >
      {t('area.open')}
    </Menu.Item>
  )
}

/** The entry of a menu that leads to a screen, or to its description when the company does not have it. */
export function ScreenItem({ screen }: { readonly screen: MenuScreen }) {
  const { t } = useTranslation()
  const { path, title, icon: Icon, isDimmed, instead } = screen
  const look = { leftSection: <Icon size={16} aria-hidden />, children: t(title) }
  return isDimmed ? (
    <Menu.Item component="a" href={instead?.(currentLanguage())} c="dimmed" {...look} />
  ) : (
    <Menu.Item component={Link} to={path} {...look} />
  )
}

export function MenuLinks() {
  const { main, management } = useMenus()
  const links = [...main.filter(({ path }) => menuScreens.includes(path)), ...management]
  if (links.length === 0) return null
  return (
    <>
      {links.map(screen => (
        <ScreenItem key={screen.path} screen={screen} />
      ))}
      <Menu.Divider />
    </>
  )
}
