// The bar above a list: the screen's name, the count, and the actions.
import type { ReactNode } from 'react'
import { PageTitle } from '../PageTitle.tsx'
import page from './resource.module.css'

export const ListBar = ({
  count,
  children,
}: {
  readonly count: string
  readonly children: ReactNode
}) => (
  <header className={page.bar}>
    <div className={page.title}>
      <PageTitle />
      <span className={page.count} aria-live="polite">
        {count}
      </span>
    </div>
    {children}
  </header>
)
