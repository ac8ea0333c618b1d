// The links of the profile menu: vehicles, drivers and the screens of the management (navigation.67).
import { currentLanguage } from '@flotta/ui/texts.ts'
import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMenus } from './useScreens.ts'

/** The main screens that the profile menu links to. */
const menuScreens: readonly string[] = ['/vehicles', '/drivers']

export function MenuLinks() {
  const { t } = useTranslation()
  const { main, management } = useMenus()
  const links = [...main.filter(({ path }) => menuScreens.includes(path)), ...management]
  if (links.length === 0) return null
  return (
    <>
      {links.map(({ path, title, icon: Icon, isDimmed, instead }) => {
        const look = { leftSection: <Icon size={16} aria-hidden />, children: t(title) }
        return isDimmed ? (
          <Menu.Item
            key={path}
            component="a"
            href={instead?.(currentLanguage())}
            c="dimmed"
            {...look}
          />
        ) : (
          <Menu.Item key={path} component={Link} to={path} {...look} />
        )
      })}
      <Menu.Divider />
    </>
  )
}
