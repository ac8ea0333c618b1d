// Links to other pages that belong to a service.
import { Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Page } from '../pages.ts'
import classes from './overviews.module.css'

export function Ways({ page: { ways } }: { readonly page: Page }) {
  const { t } = useTranslation()
  const routes: object = useRouter().routesByPath
  if (ways.length === 0) return null
  return (
    <ul className={classes.ways}>
      {ways.map(([path, title]) => (
        <li key={path}>
          {path in routes ? (
            <Link to={path}>{t(title)}</Link>
          ) : (
            // A page that the server renders, such as that of the API.
            <a href={path} target="_blank" rel="noopener">
              {t(title)}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
