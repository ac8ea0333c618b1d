// The page for an unknown address.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Brand } from './Brand.tsx'
import classes from './shell.module.css'

export default function NotFound() {
  const { t } = useTranslation()
  return (
    <section className={classes.missing}>
      <svg
        width="160"
        height="120"
        viewBox="0 0 160 120"
        aria-hidden="true"
        fill="none"
        strokeLinecap="round"
      >
        <path d="M8 104C40 96 44 60 72 56" stroke="var(--flotta-border)" strokeWidth="10" />
        <path
          d="M8 104C40 96 44 60 72 56"
          stroke="var(--flotta-disconnected)"
          strokeWidth="2"
          strokeDasharray="6 8"
        />
        <path d="M112 44c12-6 22-16 40-18" stroke="var(--flotta-border)" strokeWidth="10" />
        <circle cx="92" cy="50" r="9" fill="var(--flotta-warning)" />
        <path d="M92 46v5M92 54.5v.1" stroke="#1a1f27" strokeWidth="2" />
      </svg>
      <h1>{t('shell.not_found.title')}</h1>
      <p>{t('shell.not_found.text')}</p>
      <Button component={Link} to="/" size="md">
        {t('shell.not_found.home')}
      </Button>
      <span className={classes.missingBrand}>
        <Brand size={24} /> Flotta
      </span>
    </section>
  )
}
