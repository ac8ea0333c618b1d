// What an unfolded report of the list shows: how far it is or why it failed, its files and its facts.
import { API } from '@flotta/core/contract.ts'
import { DAY } from '@flotta/core/time.ts'
import { now } from '@flotta/ui/clock.ts'
import { copyText } from '@flotta/ui/copy.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Button, Progress } from '@mantine/core'
import { IconDownload, IconExternalLink, IconEye, IconLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LINK_DAYS, type Report, reportLink, reportState } from '../contract.ts'
import classes from './reports.module.css'
import { useDownload, usualFormat } from './useDownload.ts'
import { useReportWords } from './words.ts'

export function ReportDetails({ report }: { readonly report: Report }) {
  const { t } = useTranslation()
  const { servicesOf } = useReportWords()
  const { ready, progress, error, requested_by, created_at } = report
  const services = servicesOf(report)
  return (
    <div className={classes.opened}>
      {ready === reportState.pending && (
        <div className={classes.making}>
          <span>{t('reports.in_progress')}</span>
          <Progress value={progress} size="sm" aria-label={t('reports.progress')} />
        </div>
      )}
      {ready === reportState.failed && (
        <p className={classes.failed} role="status">
          {[t('reports.went_wrong'), error]
            .filter(word => word !== null && word !== '')
            .join(' · ')}
        </p>
      )}
      {ready === reportState.ready &&
        (report.hash === null ? (
          <p className={classes.quiet}>{error ?? t('reports.gone_text')}</p>
        ) : (
          <FileActions report={report} hash={report.hash} />
        ))}
      <dl className={classes.facts}>
        {services !== '' && (
          <div>
            <dt>{t('reports.services')}</dt>
            <dd>{services}</dd>
          </div>
        )}
        <div>
          <dt>{t('reports.asked_at')}</dt>
          <dd>{formatDateTime(created_at)}</dd>
        </div>
        <div>
          <dt>{t('reports.asked_by')}</dt>
          <dd>{requested_by ?? t('reports.by_itself')}</dd>
        </div>
      </dl>
    </div>
  )
}

/** The address of the file that needs no session. */
const addressOfLink = (id: number, hash: string): string =>
  `${window.location.origin}${API}${reportLink.path.replace(':id', String(id)).replace(':hash', encodeURIComponent(hash))}`

function FileActions({ report, hash }: { readonly report: Report; readonly hash: string }) {
  const { t } = useTranslation()
  const download = useDownload()
  const usual = usualFormat(report)
  const formats = usual === 'pdf' ? (['pdf', 'xlsx'] as const) : (['xlsx', 'pdf'] as const)
  // A link is valid for a shorter time than the files are kept.
  const passes = now() - Date.parse(report.created_at) < LINK_DAYS * DAY
  return (
    <div className={classes.files}>
      <Button
        component={Link}
        to="/report"
        search={{ r: report.id } as never}
        leftSection={<IconEye size={16} aria-hidden />}
      >
        {t('reports.view')}
      </Button>
      {formats.map(format => (
        <Button
          key={format}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void download(report, format)}
        >
          {t('reports.download_as', { format: format.toUpperCase() })}
        </Button>
      ))}
      {passes && (
        <Button
          component="a"
          href={addressOfLink(report.id, hash)}
          target="_blank"
          rel="noopener"
          variant="subtle"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('reports.open_link')}
        </Button>
      )}
      {passes && (
        <Button
          variant="subtle"
          leftSection={<IconLink size={16} aria-hidden />}
          onClick={() => void copyText(addressOfLink(report.id, hash))}
        >
          {t('reports.copy_link')}
        </Button>
      )}
    </div>
  )
}
