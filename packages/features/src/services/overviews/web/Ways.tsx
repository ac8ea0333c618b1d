// Other screens that belong to a service, once they are there.
import { Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Page } from '../pages.ts'
import classes from './overviews.module.css'

const ways: Readonly<Record<string, readonly (readonly [path: string, title: string])[]>> = {
  geofencing: [
    ['/hubs', 'overviews.way.hubs'],
    ['/pois', 'overviews.way.pois'],
  ],
  eyeservice: [['/tcos', 'overviews.way.tcos']],
  eyeshare: [['/agreements', 'overviews.way.agreements']],
  eyelink: [
    ['/account', 'overviews.way.tokens'],
    ['/devices', 'overviews.way.devices'],
  ],
}

export function Ways({ page }: { readonly page: Page }) {
  const { t } = useTranslation()
  const routes: object = useRouter().routesByPath
  const there = (ways[page.name] ?? []).filter(([path]) => path in routes)
  if (there.length === 0 && page.name !== 'eyelink') return null
  return (
    <ul className={classes.ways}>
      {there.map(([path, title]) => (
        <li key={path}>
          <Link to={path}>{t(title)}</Link>
        </li>
      ))}
      {page.name === 'eyelink' && (
        <li>
          <a href="/api/docs" target="_blank" rel="noopener">
            {t('overviews.way.api')}
          </a>
        </li>
      )}
    </ul>
  )
}
