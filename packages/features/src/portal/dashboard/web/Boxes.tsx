// A box for each service with the open alerts of each feature; each leads to the filtered map.
import { Severity } from '@flotta/ui/Severity.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { alertDefinitions } from '../../../alerts/incidents/catalogue.ts'
import { useFeatureLabel } from '../../../map/global-map/web/FilterTree.tsx'
import { ServiceIcon } from '../../../services/panels.tsx'
import { services } from '../../../services/services.ts'
import type { Dashboard } from '../contract.ts'
import classes from './dashboard.module.css'

const boxes = services.filter(s => s.dashboard_features.length > 0)
const severity = new Map(alertDefinitions.map(d => [d.code, d.severity]))

/** undefined while loading */
export function Boxes({ services }: { readonly services: Dashboard['services'] | undefined }) {
  const { t } = useTranslation()
  const label = useFeatureLabel()
  return (
    <div className={classes.boxes}>
      {boxes.map(({ code, dashboard_features }) => {
        const counts = services?.[code]
        return (
          <section key={code} className={classes.box} aria-labelledby={`box-${code}`}>
            <h2 id={`box-${code}`} className={classes.boxTitle}>
              <Link to="/global-map" search={{ s: code, f: 'active' }}>
                <ServiceIcon code={code} size={18} />
                {t(`${code}.title`)}
              </Link>
            </h2>
            <ul>
              {dashboard_features.map(feature => {
                const count = counts?.[feature]
                const inner = (
                  <>
                    <Severity level={severity.get(feature) ?? 0} size={16} />
                    <span className={classes.feature} title={label(feature)}>
                      {label(feature)}
                    </span>
                    {count === undefined ? (
                      <Skeleton height={12} width={16} />
                    ) : (
                      <b>{formatNumber(count)}</b>
                    )}
                  </>
                )
                return (
                  <li key={feature} data-none={!count || undefined}>
                    {count ? (
                      <Link
                        to="/global-map"
                        search={{ s: code, f: feature }}
                        className={classes.line}
                      >
                        {inner}
                      </Link>
                    ) : (
                      <span className={classes.line}>{inner}</span>
                    )}
                  </li>
                )
              })}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
