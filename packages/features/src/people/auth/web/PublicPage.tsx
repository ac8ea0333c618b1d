// The frame of pages that are open without a sign-in: the logo, a calm road map on wide screens, language and theme.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './auth.module.css'
import { PageHead } from './PageTools.tsx'

export function PublicPage({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <aside className={classes.scene}>
        <Roads />
        <p>{t('auth.slogan')}</p>
      </aside>
      <div className={classes.side}>
        <PageHead className={classes.top ?? ''} />
        <main className={classes.main}>
          <div className={classes.card}>{children}</div>
        </main>
      </div>
    </div>
  )
}

const roads = [
  'M-20 640C120 600 150 470 250 430S470 420 520 300 640 110 820 90',
  'M-20 250C90 260 170 300 250 430',
  'M520 300C560 400 640 450 820 470',
  'M250 430C300 560 420 640 460 820',
  'M520 300C470 210 350 160 300-20',
]
const vehicles: readonly (readonly [number, number, boolean])[] = [
  [118, 582, true],
  [250, 430, false],
  [424, 392, true],
  [566, 206, true],
  [640, 440, true],
  [372, 664, false],
  [404, 154, true],
]

function Roads() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g fill="none" stroke="#ffffff" strokeLinecap="round">
        {roads.map(d => (
          <path key={d} d={d} strokeOpacity="0.1" strokeWidth="14" />
        ))}
        {roads.map(d => (
          <path key={d} d={d} strokeOpacity="0.35" strokeWidth="2" />
        ))}
      </g>
      {vehicles.map(([x, y, moving]) => (
        <g key={`${x} ${y}`}>
          <circle cx={x} cy={y} r="16" fill={moving ? '#3ddc9b' : '#f9a63a'} fillOpacity="0.18" />
          <circle
            cx={x}
            cy={y}
            r="6.5"
            fill={moving ? '#3ddc9b' : '#f9a63a'}
            stroke="#1e3a93"
            strokeWidth="2"
          />
        </g>
      ))}
    </svg>
  )
}
