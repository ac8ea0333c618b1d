// A box for each service with the open alerts of each feature; each leads to the filtered map. Features without alerts are folded.
import { Severity } from '@flotta/ui/Severity.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
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
  return (
    <div className={classes.boxes}>
      {boxes.map(({ code, dashboard_features: features }) => (
        <Box key={code} code={code} features={features} counts={services?.[code]} />
      ))}
    </div>
  )
}

interface BoxProps {
  readonly code: string
  readonly features: readonly string[]
  readonly counts: Readonly<Record<string, number>> | undefined
}
function Box({ code, features, counts }: BoxProps) {
  const { t } = useTranslation()
  const [isUnfolded, setUnfolded] = useState(false)
  const quiet = counts === undefined ? [] : features.filter(feature => !counts[feature])
  const visibleFeatures = isUnfolded
    ? features
    : features.filter(feature => !quiet.includes(feature))
  return (
    <section className={classes.box} aria-labelledby={`box-${code}`}>
      <h2 id={`box-${code}`} className={classes.boxTitle}>
        <Link to="/global-map" search={{ s: code, f: 'active' }}>
          <ServiceIcon code={code} size={18} />
          {t(`${code}.title`)}
        </Link>
      </h2>
      <ul>
        {visibleFeatures.map(feature => (
          <Feature key={feature} service={code} feature={feature} count={counts?.[feature]} />
        ))}
      </ul>
      {quiet.length > 0 && (
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded
            ? t('dashboard.unfolded')
            : quiet.length === features.length
              ? t('dashboard.quiet')
              : t('dashboard.folded', { count: quiet.length })}
        </button>
      )}
    </section>
  )
}

interface FeatureProps {
  readonly service: string
  readonly feature: string
  /** undefined while loading */
  readonly count: number | undefined
}
function Feature({ service, feature, count }: FeatureProps) {
  const label = useFeatureLabel()(feature)
  const line = (
    <>
      <Severity level={severity.get(feature) ?? 0} size={16} />
      <span className={classes.feature}>{label}</span>
      {count === undefined ? <Skeleton height={12} width={16} /> : <b>{formatNumber(count)}</b>}
    </>
  )
  return (
    <li data-none={!count || undefined}>
      {count ? (
        <Link to="/global-map" search={{ s: service, f: feature }} className={classes.line}>
          {line}
        </Link>
      ) : (
        <span className={classes.line}>{line}</span>
      )}
    </li>
  )
}
