// The frame of a screen that is a page: its title with a count, what acts on the whole page beside it, and the content below.
import type { ReactNode } from 'react'
import { PageTitle } from './PageTitle.tsx'
import page from './resource/resource.module.css'

export interface PageFrameProps {
  /** How many things the page is about, in words or figures; it is read aloud when it changes. */
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
