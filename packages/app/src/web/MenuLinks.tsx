// The links of the profile menu: the management's screens (P §2).
import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMenus } from './useScreens.ts'

export function MenuLinks() {
  const { t } = useTranslation()
  const { management } = useMenus()
  if (management.length === 0) return null
  return (
    <>
      {management.map(({ path, title, icon: Icon }) => (
        <Menu.Item key={path} component={Link} to={path} leftSection={<Icon size={16} aria-hidden />}>
          {t(title)}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  )
}
