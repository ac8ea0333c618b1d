// Records from an Excel sheet: read in the browser, shown with what is wrong before anything is stored, then stored one by one (P §2).
import type { CallOf, Endpoint } from '@flotta/core/contract.ts'
import type { Resource } from '@flotta/core/resource.ts'
import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  FileButton,
  Group,
  Modal,
  Progress,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core'
import {
  IconDownload,
  IconFileDownload,
  IconFileSpreadsheet,
  IconFileUpload,
  IconUpload,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { ApiError, callTagged, messageOf } from '../api.ts'
import { newKey } from '../once-key.ts'
import { type Cell, excelFile } from '../table/export.ts'
import { say } from '../texts.ts'
import { toast } from '../toast.tsx'
import { fieldErrors } from '../zod-form.ts'
import { ImportRows } from './ImportRows.tsx'
import classes from './resource.module.css'
import { readSheetRows, type SheetColumn, type SheetRow } from './sheet.ts'
import { refresh } from './useRecords.ts'
import { openWorkbook, WorkbookFault } from './workbook.ts'

export interface ImportSheetProps {
  readonly resource: Resource
  readonly columns: readonly SheetColumn[]
  /** Default: the resource's form. */
  readonly schema?: z.ZodType
  /** Column field → what there is already, for unique columns. */
  readonly known?: Readonly<Record<string, readonly string[]>>
  /** The button's word, and the dialog's title. */
  readonly title: string
}

export function ImportSheet(props: ImportSheetProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <Button
          variant="default"
          leftSection={<IconFileUpload size={16} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          {t('ui.import.button')}
        </Button>
        <Tooltip label={t('ui.import.example')}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('ui.import.example')}
            onClick={() => example(props)}
          >
            <IconFileDownload size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        closeOnEscape={!busy}
        closeOnClickOutside={!busy}
        withCloseButton={!busy}
        size="lg"
        title={props.title}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        {opened && <Body {...props} onBusy={setBusy} onClose={() => setOpened(false)} />}
      </Modal>
    </>
  )
}

const save = (name: string, head: readonly string[], rows: readonly (readonly Cell[])[]) =>
  void excelFile({ name, head, rows }).catch(error => toast.failed(error))
/** A sheet with the right columns and one row, to fill in. */
const example = ({ resource, columns }: Pick<ImportSheetProps, 'resource' | 'columns'>) =>
  save(
    say('ui.import.example_name', { name: resource.resource }),
    columns.map(c => c.title),
    [columns.map(c => c.example)],
  )

/** A long sheet is more than one user may ask for in a minute: then it goes on as soon as it may. */
async function created(resource: Resource, { values }: SheetRow, key: string): Promise<void> {
  for (;;) {
    try {
      await callTagged(resource.create as Endpoint, { body: values } as CallOf<Endpoint>, {
        'idempotency-key': key,
      })
      return
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfter === null)
        throw error
      const seconds = error.retryAfter
      await new Promise(resolve => setTimeout(resolve, seconds * 1_000))
    }
  }
}
/** What the next row would meet too: no line, no right, a server in trouble. */
const concernsAll = (error: unknown): boolean =>
  !(error instanceof ApiError) || ![400, 404, 409, 413, 422].includes(error.status)

type Step =
  | { readonly at: 'choose'; readonly problem?: string }
  | { readonly at: 'read' }
  | { readonly at: 'look'; readonly rows: readonly SheetRow[]; readonly ignored: readonly string[] }
  | { readonly at: 'store'; readonly done: number; readonly of: number }
  | ({ readonly at: 'end' } & Stored)

/** How far storing came. */
interface Stored {
  readonly stored: number
  readonly failed: readonly SheetRow[]
  /** Not to be tried: something was wrong with them before. */
  readonly wrong: readonly SheetRow[]
  /** Not tried yet, or without an answer: it was stopped. */
  readonly waiting: readonly SheetRow[]
  /** What stopped it, if nobody did. */
  readonly why?: string
}

/** How often a reader hears how far it is: of all that is stored, each tenth. */
const TENTHS = 10

/** What a reader hears of each step, in a place that outlives them all; problems are told where they stand. */
function useSaid(step: Step): string {
  const { t } = useTranslation()
  if (step.at === 'read') return t('ui.import.reading')
  if (step.at === 'look') {
    const good = step.rows.filter(r => r.wrong.length === 0).length
    const wrong = step.rows.length - good
    return [
      t('ui.import.good', { count: good }),
      ...(wrong > 0 ? [t('ui.import.wrong', { count: wrong })] : []),
    ].join(', ')
  }
  if (step.at !== 'store') return ''
  const { done, of } = step
  return t('ui.import.storing', {
    done: Math.ceil((Math.floor((done / of) * TENTHS) * of) / TENTHS),
    of,
  })
}

function Body(
  props: ImportSheetProps & {
    readonly onBusy: (busy: boolean) => void
    readonly onClose: () => void
  },
) {
  const [step, setStep] = useState<Step>({ at: 'choose' })
  const said = useSaid(step)
  return (
    <>
      <p role="status" className="flotta-hidden">
        {said}
      </p>
      <Steps {...props} step={step} setStep={setStep} />
    </>
  )
}

function Steps({
  resource,
  columns,
  schema = resource.form,
  known,
  onBusy,
  onClose,
  step,
  setStep,
}: Parameters<typeof Body>[0] & { readonly step: Step; readonly setStep: (step: Step) => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const stopped = useRef(false)
  /** Stored again after its answer was lost, a row is the same row. */
  const keys = useRef(new WeakMap<SheetRow, string>())
  const keyOf = (row: SheetRow): string => {
    const key = keys.current.get(row) ?? newKey()
    keys.current.set(row, key)
    return key
  }
  const box = useRef<HTMLDivElement>(null)
  const { at } = step
  const was = useRef(at)
  useEffect(() => {
    // what was pressed has gone with its step
    if (was.current !== at) box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    was.current = at
  }, [at])

  const read = async (file: File | null | undefined) => {
    if (!file) return
    setStep({ at: 'read' })
    try {
      const found = await readSheetRows(await openWorkbook(file), columns, schema, known)
      if (!found.ok) return setStep({ at: 'choose', problem: found.problem })
      setStep(
        found.rows.length === 0
          ? { at: 'choose', problem: t('ui.import.none') }
          : { at: 'look', rows: found.rows, ignored: found.ignored },
      )
    } catch (error) {
      setStep({
        at: 'choose',
        problem:
          error instanceof WorkbookFault
            ? error.message
            : t('ui.import.unreadable', { name: file.name }),
      })
    }
  }
  const store = async (rows: readonly SheetRow[], before: Omit<Stored, 'waiting'>) => {
    onBusy(true)
    stopped.current = false
    const failed = [...before.failed]
    let tried = 0
    let why: string | undefined
    while (tried < rows.length && !stopped.current && why === undefined) {
      const row = rows[tried] as SheetRow
      setStep({ at: 'store', done: tried, of: rows.length })
      try {
        await created(resource, row, keyOf(row))
      } catch (error) {
        if (concernsAll(error)) {
          why = messageOf(error)
          break
        }
        const faults = Object.entries(fieldErrors(error) ?? {})
        const words = faults.map(
          ([field, message]) =>
            `${columns.find(c => c.field === field)?.title ?? field}: ${message}`,
        )
        failed.push({
          ...row,
          wrong: words.length > 0 ? words : [messageOf(error)],
          fields: faults.map(([field]) => field),
        })
      }
      tried++
    }
    onBusy(false)
    await refresh(client, resource)
    const now = tried - (failed.length - before.failed.length)
    const after: Stored = {
      stored: before.stored + now,
      failed,
      wrong: before.wrong,
      waiting: rows.slice(tried),
      ...(why !== undefined && { why }),
    }
    if (now > 0) toast.success(t('ui.import.stored', { count: now }))
    if (failed.length + after.wrong.length + after.waiting.length === 0) onClose()
    else setStep({ at: 'end', ...after })
  }

  if (step.at === 'choose' || step.at === 'read')
    return (
      <Stack ref={box} gap="md">
        {step.at === 'choose' && step.problem !== undefined && (
          <Alert color="red" role="alert">
            {step.problem}
          </Alert>
        )}
        <Dropzone isReading={step.at === 'read'} onFile={given => void read(given)} />
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {t('ui.import.columns', { columns: columns.map(c => c.title).join(', ') })}
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={() => example({ resource, columns })}>
            {t('ui.import.example')}
          </Button>
        </Group>
      </Stack>
    )
  if (step.at === 'store')
    return (
      <Stack ref={box} gap="sm" py="md">
        <Text>{t('ui.import.storing', { done: step.done + 1, of: step.of })}</Text>
        <Progress
          value={(step.done / step.of) * 100}
          aria-label={t('ui.import.storing', { done: step.done + 1, of: step.of })}
        />
        <Group justify="flex-end">
          <Button
            variant="default"
            data-autofocus
            onClick={() => {
              stopped.current = true
            }}
          >
            {t('ui.import.stop')}
          </Button>
        </Group>
      </Stack>
    )
  if (step.at === 'end') {
    const left = [...step.failed, ...step.wrong, ...step.waiting]
    return (
      <Stack ref={box} gap="md">
        <Alert
          color="yellow"
          role="alert"
          title={step.why ?? t('ui.import.left', { count: left.length })}
        >
          {t('ui.import.summary', {
            stored: step.stored,
            skipped: step.wrong.length + step.waiting.length,
            failed: step.failed.length,
          })}{' '}
          {t('ui.import.mend')}
        </Alert>
        <ImportRows rows={left} columns={columns} />
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              save(
                t('ui.import.left_name', { name: resource.resource }),
                [...columns.map(c => c.title), t('ui.import.problem')],
                left.map(row => [
                  ...columns.map(c => row.values[c.field] ?? null),
                  row.wrong.join(' · '),
                ]),
              )
            }
          >
            {t('ui.import.left_file')}
          </Button>
          {step.waiting.length > 0 && (
            <Button variant="default" onClick={() => void store(step.waiting, step)}>
              {t('ui.import.go_on')}
            </Button>
          )}
          <Button onClick={onClose} data-autofocus>
            {t('ui.close')}
          </Button>
        </Group>
      </Stack>
    )
  }
  const [ready, wrong] = [
    step.rows.filter(r => r.wrong.length === 0),
    step.rows.filter(r => r.wrong.length > 0),
  ]
  const good = ready.length
  return (
    <Stack ref={box} gap="md">
      <Group gap="sm">
        <Badge color="green" variant="light" tt="none">
          {t('ui.import.good', { count: good })}
        </Badge>
        {good < step.rows.length && (
          <Badge color="red" variant="light" tt="none">
            {t('ui.import.wrong', { count: step.rows.length - good })}
          </Badge>
        )}
      </Group>
      {step.ignored.length > 0 && (
        <Alert color="yellow">{t('ui.import.ignored', { columns: step.ignored.join(', ') })}</Alert>
      )}
      <ImportRows rows={step.rows} columns={columns} />
      <Group justify="flex-end" gap="sm">
        <Button
          variant="default"
          onClick={() => setStep({ at: 'choose' })}
          data-autofocus={good === 0 || undefined}
        >
          {t('ui.import.other')}
        </Button>
        <Button
          disabled={good === 0}
          onClick={() => void store(ready, { stored: 0, failed: [], wrong })}
          data-autofocus={good > 0 || undefined}
        >
          {t('ui.import.go', { count: good })}
        </Button>
      </Group>
    </Stack>
  )
}

function Dropzone({
  isReading,
  onFile,
}: {
  readonly isReading: boolean
  readonly onFile: (file: File | null | undefined) => void
}) {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may also be dropped; the button in it does the same.
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={e => {
        e.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={e => {
        e.preventDefault()
        setOver(false)
        onFile(e.dataTransfer.files[0])
      }}
    >
      <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden color="var(--flotta-text-quiet)" />
      <Text>{t(isReading ? 'ui.import.reading' : 'ui.import.drop')}</Text>
      <FileButton onChange={onFile} accept=".xlsx" disabled={isReading}>
        {button => (
          <Button
            {...button}
            leftSection={<IconUpload size={16} aria-hidden />}
            loading={isReading}
            data-autofocus
          >
            {t('ui.import.choose')}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
