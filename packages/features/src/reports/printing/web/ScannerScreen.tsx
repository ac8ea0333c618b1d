// The first step: the vehicle. A hand scanner types into the field, the camera reads a label, or a person types the plate.
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
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findPrintVehicles, type PrintVehicle } from '../contract.ts'
import { parseCode, stripScannerMarks } from '../rules.ts'
import { Camera } from './Camera.tsx'
import classes from './printing.module.css'
import { useScannerKeyboard } from './useScannerKeyboard.ts'

/** Characters of a long code that are shown. */
const MAX_SHOWN = 40

/** A code that was scanned or typed, and the vehicles that it means. */
function useVehicleSearch(field: RefObject<HTMLInputElement | null>) {
  const navigate = useNavigate()
  /** The last code, as it was read. */
  const [lastCode, setLastCode] = useState<string | null>(null)
  const search = useMutation({
    mutationFn: (code: string) => call(findPrintVehicles, { query: { code } }),
    meta: { quiet: true },
    onSuccess: vehicles => {
      const [only, ...others] = vehicles
      if (only !== undefined && others.length === 0)
        void navigate({
          to: '/printer/vehicle/$vehicleId/date-range',
          params: { vehicleId: String(only.id) },
        })
      // the next scan replaces the code that was not found
      else field.current?.select()
    },
  })
  const start = (code: string) => {
    setLastCode(code)
    search.reset()
    const { kind } = parseCode(code)
    if (kind === 'vehicle' || kind === 'words') search.mutate(code)
    else field.current?.select()
  }
  return { lastCode, search, start }
}

export default function ScannerScreen() {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isCameraOn, setCameraOn] = useState(false)
  const { lastCode, search, start } = useVehicleSearch(field)
  useScannerKeyboard(field)
  const readCode = (raw: string) => {
    const code = stripScannerMarks(raw)
    setText(code)
    start(code)
  }
  return (
    <div className={classes.step}>
      <PageTitle />
      <form
        className={classes.scan}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (text.trim() !== '') readCode(text)
          else field.current?.focus()
        }}
      >
        <CodeInput ref={field} value={text} onChange={setText} />
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
        <ScanOutcome code={lastCode} vehicles={search.data} error={search.error} />
      </div>
      <Button
        variant="default"
        size="xl"
        aria-pressed={isCameraOn}
        leftSection={isCameraOn ? <IconCameraOff aria-hidden /> : <IconCamera aria-hidden />}
        onClick={() => setCameraOn(!isCameraOn)}
      >
        {t(isCameraOn ? 'printing.camera.off' : 'printing.camera.on')}
      </Button>
      {isCameraOn && <Camera onRead={readCode} />}
    </div>
  )
}

function CodeInput({
  ref,
  value,
  onChange,
}: {
  readonly ref: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  const { t } = useTranslation()
  return (
    <TextInput
      ref={ref}
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
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      autoFocus
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
    />
  )
}

/** What the last code was, and which vehicles it means. */
function ScanOutcome({
  code,
  vehicles,
  error,
}: {
  readonly code: string | null
  readonly vehicles: readonly PrintVehicle[] | undefined
  readonly error: Error | null
}) {
  const { t } = useTranslation()
  const scannedCode = code === null ? null : parseCode(code)
  const shownCode = code !== null && code.length > MAX_SHOWN ? `${code.slice(0, MAX_SHOWN)}…` : code
  return (
    <>
      {scannedCode?.kind === 'rubbish' && (
        <ScanProblem
          text={
            shownCode === ''
              ? t('printing.scanner.nothing')
              : t('printing.scanner.rubbish', { code: shownCode })
          }
        />
      )}
      {scannedCode?.kind === 'receipt' && (
        <ScanProblem text={t('printing.scanner.receipt')}>
          <a href={`/verify?c=${encodeURIComponent(scannedCode.code)}`}>
            {t('printing.scanner.verify')}
          </a>
        </ScanProblem>
      )}
      {error !== null && <ScanProblem text={messageOf(error)} />}
      {vehicles?.length === 0 && (
        <ScanProblem text={t('printing.scanner.unknown', { code: shownCode })} />
      )}
      {vehicles !== undefined && vehicles.length > 1 && (
        <>
          <p>{t('printing.scanner.several', { code: shownCode })}</p>
          <FoundVehicles vehicles={vehicles} />
        </>
      )}
    </>
  )
}

function FoundVehicles({ vehicles }: { readonly vehicles: readonly PrintVehicle[] }) {
  return (
    <ul className={classes.found}>
      {vehicles.map(({ id, plate, serial, model }) => (
        <li key={id}>
          <Link to="/printer/vehicle/$vehicleId/date-range" params={{ vehicleId: String(id) }}>
            <strong>{plate}</strong>
            <span>{[model, serial].filter(word => word !== null).join(' · ')}</span>
            <IconArrowRight aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
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
