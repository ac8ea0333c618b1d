// Shows which of the three steps to a receipt is open; earlier steps are links.
import { IconCheck } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './printing.module.css'

const steps = ['vehicle', 'period', 'receipt'] as const

/** The step of an address, counted from 0, and the vehicle that it is about. */
export function stepOf(path: string): { readonly step: number; readonly id: string | null } | null {
  if (path === '/printer/scanner') return { step: 0, id: null }
  const [, id = null, page] = /^\/printer\/vehicle\/([^/]+)\/(date-range|preview)$/.exec(path) ?? []
  return page === undefined ? null : { step: page === 'preview' ? 2 : 1, id }
}

export function Steps() {
  const { t } = useTranslation()
  const { pathname, search } = useRouterState({ select: s => s.location })
  const here = stepOf(pathname)
  if (here === null) return null
  return (
    <nav aria-label={t('printing.steps')} className={classes.steps}>
      <ol>
        {steps.map((name, i) => {
          const words = (
            <>
              <span className={classes.stepNumber} aria-hidden>
                {i < here.step ? <IconCheck size={18} /> : i + 1}
              </span>
              {t(`printing.step.${name}`)}
            </>
          )
          return (
            <li
              key={name}
              data-state={i < here.step ? 'done' : i === here.step ? 'here' : 'later'}
              aria-current={i === here.step ? 'step' : undefined}
            >
              {i >= here.step ? (
                <span>{words}</span>
              ) : i === 0 || here.id === null ? (
                <Link to="/printer/scanner">{words}</Link>
              ) : (
                <Link
                  to="/printer/vehicle/$vehicleId/date-range"
                  params={{ vehicleId: here.id }}
                  search={search}
                >
                  {words}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
