// The crumbs: every screen on the way to the open one (navigation.63).
import { crumbsOf } from '@flotta/features/screens.ts'
import { useSubjectName } from '@flotta/ui/PageTitle.tsx'
import { useMedia } from '@flotta/ui/screen-size.ts'
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './web.module.css'

/** In windows of this width the bar has room for the crumbs; in narrower ones they have a line of their own (navigation.65). */
export const WIDE = '(min-width: 62em)'

/** The line of crumbs below the bar, in windows in which the bar has no room. */
export function BreadcrumbsLine() {
  const wide = useMedia(WIDE, true)
  return wide ? null : (
    <div className={classes.way}>
      <Breadcrumbs />
    </div>
  )
}

export function Breadcrumbs() {
  const { t } = useTranslation()
  const pathname = useRouterState({ select: s => s.location.pathname })
  const crumbs = crumbsOf(pathname)
  const subjectName = useSubjectName()
  return (
    <nav aria-label={t('shell.breadcrumbs')} className={classes.crumbs}>
      <ol>
        <li>
          <Link to="/">Flotta</Link>
        </li>
        {crumbs.map(({ path, title, word }, i) => {
          const text = title === undefined ? word : t(title)
          return (
            <li key={path}>
              {i === crumbs.length - 1 ? (
                <span aria-current="page">{subjectName ?? text}</span>
              ) : (
                <Link to={path} title={text}>
                  {text}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
