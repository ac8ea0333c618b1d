// Where we are, from the segments of the path (P §2).
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './shell.module.css'

/** Path segments and their words; segments without a word (ids) are shown as they are. */
export function useCrumbs(): readonly { readonly path: string; readonly word: string }[] {
  const { t, i18n } = useTranslation()
  const pathname = useRouterState({ select: s => s.location.pathname })
  const segments = pathname.split('/').filter(s => s !== '')
  return segments.map((segment, i) => {
    const key = `shell.segment.${segment}`
    return { path: `/${segments.slice(0, i + 1).join('/')}`, word: i18n.exists(key) ? t(key) : decodeURIComponent(segment) }
  })
}

export function Breadcrumbs() {
  const { t } = useTranslation()
  const crumbs = useCrumbs()
  return (
    <nav aria-label={t('shell.breadcrumbs')} className={classes.crumbs}>
      <ol>
        <li>
          <Link to="/">Flotta</Link>
        </li>
        {crumbs.map(({ path, word }, i) => (
          <li key={path}>{i === crumbs.length - 1 ? <span aria-current="page">{word}</span> : <Link to={path}>{word}</Link>}</li>
        ))}
      </ol>
    </nav>
  )
}
