// The side menu: one icon for each screen that the person may open, and its keys.
import { Brand } from '@flotta/features/portal/shell/web/Brand.tsx'
import { KeyboardHelp } from '@flotta/features/portal/shell/web/KeyboardHelp.tsx'
import { currentLanguage } from '@flotta/ui/texts.ts'
import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { litBy, useMenus } from './useScreens.ts'
import classes from './web.module.css'

export function SideMenu() {
  const { t } = useTranslation()
  const { main, management } = useMenus()
  return (
    <nav className={classes.rail} aria-label={t('shell.main_menu')}>
      <Link to="/" className={classes.home} aria-label={t('shell.home')}>
        <Brand />
      </Link>
      <div className={classes.railLinks}>
        {[main, management].map(
          screens =>
            screens.length > 0 && (
              <ul key={screens[0]?.area}>
                {screens.map(screen => {
                  const { path, title, icon: Icon, isDimmed } = screen
                  const picture = <Icon size={22} stroke={1.75} aria-hidden />
                  return (
                    <li key={path}>
                      <Tooltip label={t(title)} position="right">
                        {isDimmed ? (
                          <a
                            href={screen.instead?.(currentLanguage())}
                            className={classes.railLink}
                            data-dimmed
                            aria-label={t(title)}
                          >
                            {picture}
                          </a>
                        ) : (
                          <Link
                            to={path}
                            activeOptions={litBy(screen)}
                            className={classes.railLink}
                            aria-label={t(title)}
                          >
                            {picture}
                          </Link>
                        )}
                      </Tooltip>
                    </li>
                  )
                })}
              </ul>
            ),
        )}
      </div>
      <KeyboardHelp />
    </nav>
  )
}
