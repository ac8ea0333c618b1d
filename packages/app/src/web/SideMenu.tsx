// The rail: one icon for each page that works, and the keys.
import { Brand } from '@flotta/features/shell/web/Brand.tsx'
import { KeyboardHelp } from '@flotta/features/shell/web/KeyboardHelp.tsx'
import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pages } from './pages.ts'
import classes from './web.module.css'

export function SideMenu() {
  const { t } = useTranslation()
  return (
    <nav className={classes.rail} aria-label={t('shell.main_menu')}>
      <Link to="/" className={classes.home} aria-label={t('shell.home')}>
        <Brand />
      </Link>
      <ul>
        {pages.map(({ path, segment, icon: Icon }) => (
          <li key={path}>
            <Tooltip label={t(`shell.segment.${segment}`)} position="right">
              <Link to={path} className={classes.railLink} aria-label={t(`shell.segment.${segment}`)}>
                <Icon size={22} stroke={1.75} aria-hidden />
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
      <KeyboardHelp />
    </nav>
  )
}
