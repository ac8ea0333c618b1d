// The third step: the receipt, which can be printed or downloaded as a PDF.
import { callFile, messageOf, query } from '@flotta/ui/api.ts'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { usePreference } from '@flotta/ui/preferences.ts'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Receipt as Data, Paper, printReceipt, printReceiptPdf } from '../contract.ts'
import { countsOf } from '../lines.ts'
import { verdictWords } from '../verdict.ts'
import { PeriodSearch } from './address.ts'
import { NoVehicle } from './NoVehicle.tsx'
import classes from './printing.module.css'
import { Receipt } from './Receipt.tsx'
import { usePaper } from './usePaper.ts'

export default function PreviewScreen() {
  const { vehicleId = '' } = useParams({ strict: false })
  const { from, to } = PeriodSearch.parse(useSearch({ strict: false }))
  if (from === undefined || to === undefined)
    return <Navigate to="/printer/vehicle/$vehicleId/date-range" params={{ vehicleId }} />
  return <Preview key={`${vehicleId} ${from} ${to}`} id={Number(vehicleId)} span={{ from, to }} />
}

function Preview({
  id,
  span,
}: {
  readonly id: number
  readonly span: { readonly from: string; readonly to: string }
}) {
  const { t } = useTranslation()
  // a receipt is signed once: it is not fetched again when new data come
  const { data, error, refetch } = useQuery({
    ...query(printReceipt, { params: { id }, query: span }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const status = error !== null && 'status' in error ? error.status : null
  if (status === 404 || status === 400) return <NoVehicle />
  // The choice of the period says what is wrong with this one.
  if (status === 422)
    return (
      <Navigate
        to="/printer/vehicle/$vehicleId/date-range"
        params={{ vehicleId: String(id) }}
        search={span}
        replace
      />
    )
  if (error !== null) return <LoadError error={error} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <div className={classes.step}>
        <PageTitle />
        <p role="status">{t('printing.receipt.preparing')}</p>
      </div>
    )
  return <ReceiptPreview receipt={data} />
}

/** Saves the receipt as a PDF. */
const useDownload = ({ vehicle, period_from, period_to }: Data, paper: Paper) =>
  useMutation({
    meta: { quiet: true },
    mutationFn: async () => {
      const file = await callFile(printReceiptPdf, {
        params: { id: vehicle.id },
        query: { from: period_from, to: period_to, paper },
      })
      const { save } = await import('@flotta/ui/table/export.ts')
      save(file, `${vehicle.plate.replace(/[^\p{L}\p{N}]+/gu, '')}-${period_from.slice(0, 10)}.pdf`)
    },
  })

interface PaperChoiceProps {
  readonly paper: Paper
  readonly onChoose: (paper: Paper) => void
}
function PaperChoice({ paper, onChoose }: PaperChoiceProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.papers}>
      <legend>{t('printing.receipt.paper')}</legend>
      {Paper.options.map(option => (
        <label key={option}>
          <input
            type="radio"
            name="paper"
            className={classes.radio}
            checked={paper === option}
            onChange={() => onChoose(option)}
          />
          <span>{t(`printing.paper.${option}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function ReceiptPreview({ receipt }: { readonly receipt: Data }) {
  const { t } = useTranslation()
  const { vehicle } = receipt
  const [paper, setPaper] = usePreference('paper')
  const sheet = useRef<HTMLDivElement>(null)
  usePaper(sheet, paper)
  const download = useDownload(receipt, paper)
  return (
    <>
      <div className={`${classes.step} ${classes.screenOnly}`}>
        <p className={classes.which}>
          <strong>{vehicle.plate}</strong>
          <span>{[vehicle.model, vehicle.serial].filter(Boolean).join(' · ')}</span>
        </p>
        <PageTitle />
        <Summary receipt={receipt} />
        <PaperChoice paper={paper} onChoose={setPaper} />
        <div className={classes.ways}>
          <Button
            size="xl"
            leftSection={<IconPrinter aria-hidden />}
            onClick={() => window.print()}
          >
            {t('printing.receipt.print')}
          </Button>
          <Button
            size="xl"
            variant="default"
            leftSection={<IconDownload aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {t('printing.receipt.download')}
          </Button>
          <Button component={Link} to="/printer/scanner" size="xl" variant="default">
            {t('printing.again')}
          </Button>
        </div>
        {download.error !== null && (
          <p role="alert" className={classes.trouble}>
            {messageOf(download.error)}
          </p>
        )}
      </div>
      <div className={classes.desk}>
        <div ref={sheet} className={classes.sheet} data-paper={paper}>
          <Receipt receipt={receipt} paper={paper} />
        </div>
      </div>
    </>
  )
}

/** The verdict that the receipt signs, in large letters: whether the load was cold all the time. */
function Summary({ receipt }: { readonly receipt: Data }) {
  const { t } = useTranslation()
  const { samples, gaps } = countsOf(receipt)
  const { verdict } = receipt
  const facts = [
    { key: 'printing.receipt.samples_count', values: { count: samples } },
    ...verdictWords(receipt).details,
  ]
  const kind =
    samples === 0
      ? 'none'
      : verdict === 'outside'
        ? 'out'
        : verdict === 'unknown'
          ? 'unknown'
          : gaps > 0
            ? 'gaps'
            : 'good'
  const Icon = kind === 'good' ? IconCircleCheck : IconAlertTriangle
  return (
    <p className={classes.summary} data-kind={kind} role="status">
      <Icon size={36} stroke={1.8} aria-hidden />
      <span>
        <strong>{t(`printing.summary.${kind}`)}</strong>
        {samples > 0 && (
          <small>{facts.map(({ key, values }) => t(key, values ?? {})).join(' · ')}</small>
        )}
      </span>
    </p>
  )
}
