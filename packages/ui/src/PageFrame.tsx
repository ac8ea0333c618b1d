// The frame of a screen that is a page: its title with a count, actions for the whole page beside it, and the content below.
import type { ReactNode } from 'react'
import { PageTitle } from './PageTitle.tsx'
import page from './resource/resource.module.css'

export interface PageFrameProps {
  /** The number of things on the page, in words or figures; screen readers announce its changes. */
  readonly count?: string
  /** A search, a choice or buttons, beside the title. */
  readonly tools?: ReactNode
  readonly children: ReactNode
}

export const PageFrame = ({ count, tools, children }: PageFrameProps) => (
  <div className={page.page}>
    <header className={page.bar}>
      <div className={page.title}>
        <PageTitle />
        {count !== undefined && (
          <span className={page.count} aria-live="polite">
            {count}
          </span>
        )}
      </div>
      {tools}
    </header>
    {children}
  </div>
)
