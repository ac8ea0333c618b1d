// The first step: which vehicle. A hand scanner types into the field, the camera reads a label, or a person writes the plate.
import { call, messageOf } from '@flotta/ui/api.ts'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { Button, TextInput } from '@mantine/core'
import {
  IconArrowRight,
  IconBarcode,
  IconCamera,
  IconCameraOff,
  IconExclamationCircle,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findPrintVehicles } from '../contract.ts'
import { parseCode, stripScannerMarks } from '../rules.ts'
import { Camera } from './Camera.tsx'
import classes from './printing.module.css'
import { useScannerKeyboard } from './useScannerKeyboard.ts'

/** What is shown of something long that was read, characters. */
const MAX_SHOWN = 40

export default function ScannerScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [camera, setCamera] = useState(false)
  /** What was read last, as it was read. */
  const [last, setLast] = useState<string | null>(null)
  useScannerKeyboard(field)
  const search = useMutation({
    mutationFn: (code: string) => call(findPrintVehicles, { query: { code } }),
    meta: { quiet: true },
    onSuccess: found => {
      const [only, ...others] = found
      if (only !== undefined && others.length === 0)
        void navigate({
          to: '/printer/vehicle/$vehicleId/date-range',
          params: { vehicleId: String(only.id) },
        })
      // the next scan replaces what was not found
      else field.current?.select()
    },
  })
  const take = (raw: string) => {
    const code = stripScannerMarks(raw)
    setLast(code)
    setText(code)
    search.reset()
    const { kind } = parseCode(code)
    if (kind === 'vehicle' || kind === 'words') search.mutate(code)
    else field.current?.select()
  }
  const meant = last === null ? null : parseCode(last)
  const said = last !== null && last.length > MAX_SHOWN ? `${last.slice(0, MAX_SHOWN)}…` : last
  return (
    <div className={classes.step}>
      <PageTitle />
      <form
        className={classes.scan}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (text.trim() !== '') take(text)
          else field.current?.focus()
        }}
      >
        <TextInput
          ref={field}
          classNames={{
            root: classes.code ?? '',
            input: classes.codeInput ?? '',
            section: classes.codeSection ?? '',
            label: classes.codeLabel ?? '',
            description: classes.codeHint ?? '',
          }}
          label={t('printing.scanner.field')}
          description={t('printing.scanner.hint')}
          leftSection={<IconBarcode size={28} stroke={1.6} aria-hidden />}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <Button
          type="submit"
          size="xl"
          loading={search.isPending}
          rightSection={<IconArrowRight aria-hidden />}
        >
          {t('printing.scanner.go')}
        </Button>
      </form>
      <div aria-live="polite" className={classes.outcome}>
        {meant?.kind === 'rubbish' && (
          <ScanProblem
            text={
              said === ''
                ? t('printing.scanner.nothing')
                : t('printing.scanner.rubbish', { code: said })
            }
          />
        )}
        {meant?.kind === 'receipt' && (
          <ScanProblem text={t('printing.scanner.receipt')}>
            <a href={`/verify?c=${encodeURIComponent(meant.code)}`}>
              {t('printing.scanner.verify')}
            </a>
          </ScanProblem>
        )}
        {search.error !== null && <ScanProblem text={messageOf(search.error)} />}
        {search.data?.length === 0 && (
          <ScanProblem text={t('printing.scanner.unknown', { code: said })} />
        )}
        {search.data !== undefined && search.data.length > 1 && (
          <>
            <p>{t('printing.scanner.several', { code: said })}</p>
            <ul className={classes.found}>
              {search.data.map(({ id, plate, serial, model }) => (
                <li key={id}>
                  <Link
                    to="/printer/vehicle/$vehicleId/date-range"
                    params={{ vehicleId: String(id) }}
                  >
                    <strong>{plate}</strong>
                    <span>{[model, serial].filter(word => word !== null).join(' · ')}</span>
                    <IconArrowRight aria-hidden />
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <Button
        variant="default"
        size="xl"
        aria-pressed={camera}
        leftSection={camera ? <IconCameraOff aria-hidden /> : <IconCamera aria-hidden />}
        onClick={() => setCamera(!camera)}
      >
        {t(camera ? 'printing.camera.off' : 'printing.camera.on')}
      </Button>
      {camera && <Camera onRead={take} />}
    </div>
  )
}

function ScanProblem({
  text,
  children,
}: {
  readonly text: string
  readonly children?: React.ReactNode
}) {
  return (
    <p role="alert" className={classes.trouble}>
      <IconExclamationCircle size={24} aria-hidden />
      <span>
        {text} {children}
      </span>
    </p>
  )
}
