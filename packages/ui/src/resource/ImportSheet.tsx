// Records from an Excel sheet: read in the browser, shown with what is wrong before anything is stored, then stored one by one (P §2).
import type { CallOf, Endpoint } from '@flotta/core/contract.ts'
import type { Resource } from '@flotta/core/resource.ts'
import { Alert, Badge, Button, FileButton, Group, Modal, Progress, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { IconFileSpreadsheet, IconFileUpload, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { ApiError, call, messageOf } from '../api.ts'
import { excelFile } from '../table/export.ts'
import { toast } from '../toast.tsx'
import { fieldErrors } from '../zod-form.ts'
import classes from './resource.module.css'
import { readSheetRows, type SheetColumn, type SheetRow } from './sheet.ts'
import { refresh } from './useRecords.ts'

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
      <Button variant="default" leftSection={<IconFileUpload size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t('ui.import.button')}
      </Button>
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

/** A long sheet is more than one user may ask for in a minute: then it goes on as soon as it may. */
async function created(resource: Resource, { values }: SheetRow): Promise<void> {
  for (;;) {
    try {
      await call(resource.create as Endpoint, { body: values } as CallOf<Endpoint>)
      return
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfter === null) throw error
      const seconds = error.retryAfter
      await new Promise(resolve => setTimeout(resolve, seconds * 1_000))
    }
  }
}

type Step =
  | { readonly at: 'choose'; readonly problem?: string }
  | { readonly at: 'look'; readonly rows: readonly SheetRow[] }
  | { readonly at: 'store'; readonly done: number; readonly of: number }
  | { readonly at: 'end'; readonly stored: number; readonly failed: readonly SheetRow[] }

function Body({
  resource,
  columns,
  schema = resource.form,
  known,
  onBusy,
  onClose,
}: ImportSheetProps & { readonly onBusy: (busy: boolean) => void; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ at: 'choose' })
  const [over, setOver] = useState(false)

  const read = async (file: File | null | undefined) => {
    if (!file) return
    if (!/\.xlsx$/i.test(file.name)) return setStep({ at: 'choose', problem: t('ui.import.kind', { name: file.name }) })
    try {
      const { readSheet } = await import('read-excel-file/browser')
      const found = readSheetRows(await readSheet(file), columns, schema, known)
      if (!found.ok) return setStep({ at: 'choose', problem: t('ui.import.missing', { columns: found.missing.join(', ') }) })
      setStep(found.rows.length === 0 ? { at: 'choose', problem: t('ui.import.none') } : { at: 'look', rows: found.rows })
    } catch {
      setStep({ at: 'choose', problem: t('ui.import.unreadable', { name: file.name }) })
    }
  }
  const store = async (rows: readonly SheetRow[]) => {
    onBusy(true)
    const failed: SheetRow[] = []
    for (const [done, row] of rows.entries()) {
      setStep({ at: 'store', done, of: rows.length })
      try {
        await created(resource, row)
      } catch (error) {
        const fields = Object.entries(fieldErrors(error) ?? {}).map(([field, message]) => `${columns.find(c => c.field === field)?.title ?? field}: ${message}`)
        failed.push({ ...row, wrong: fields.length > 0 ? fields : [messageOf(error)] })
      }
    }
    onBusy(false)
    await refresh(client, resource)
    const stored = rows.length - failed.length
    if (stored > 0) toast.success(t('ui.import.stored', { count: stored }))
    if (failed.length === 0) onClose()
    else setStep({ at: 'end', stored, failed })
  }

  if (step.at === 'choose')
    return (
      <Stack gap="md">
        {step.problem !== undefined && (
          <Alert color="red" role="alert">
            {step.problem}
          </Alert>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: files may also be dropped; the button in it does the same. */}
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
            void read(e.dataTransfer.files[0])
          }}
        >
          <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden color="var(--flotta-text-quiet)" />
          <Text>{t('ui.import.drop')}</Text>
          <FileButton onChange={file => void read(file)} accept=".xlsx">
            {button => (
              <Button {...button} leftSection={<IconUpload size={16} aria-hidden />} data-autofocus>
                {t('ui.import.choose')}
              </Button>
            )}
          </FileButton>
        </div>
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {t('ui.import.columns', { columns: columns.map(c => c.title).join(', ') })}
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() =>
              void excelFile({
                name: t('ui.import.example_name', { name: resource.resource }),
                head: columns.map(c => c.title),
                rows: [columns.map(c => c.example)],
              }).catch(error => toast.failed(error))
            }
          >
            {t('ui.import.example')}
          </Button>
        </Group>
      </Stack>
    )
  if (step.at === 'store')
    return (
      <Stack gap="sm" py="md">
        <Text role="status">{t('ui.import.storing', { done: step.done + 1, of: step.of })}</Text>
        <Progress value={(step.done / step.of) * 100} aria-label={t('ui.import.storing', { done: step.done + 1, of: step.of })} />
      </Stack>
    )
  if (step.at === 'end')
    return (
      <Stack gap="md">
        <Alert color="yellow" role="alert">
          {t('ui.import.failed', { count: step.failed.length })}
        </Alert>
        <Rows rows={step.failed} columns={columns} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('ui.close')}</Button>
        </Group>
      </Stack>
    )
  const good = step.rows.filter(r => r.wrong.length === 0)
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Badge color="green" variant="light" tt="none">
          {t('ui.import.good', { count: good.length })}
        </Badge>
        {good.length < step.rows.length && (
          <Badge color="red" variant="light" tt="none">
            {t('ui.import.wrong', { count: step.rows.length - good.length })}
          </Badge>
        )}
      </Group>
      <Rows rows={step.rows} columns={columns} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => setStep({ at: 'choose' })}>
          {t('ui.import.other')}
        </Button>
        <Button disabled={good.length === 0} onClick={() => void store(good)}>
          {t('ui.import.go', { count: good.length })}
        </Button>
      </Group>
    </Stack>
  )
}

/** As many rows as are drawn; those with something wrong come first. */
const DRAWN = 200
function Rows({ rows, columns }: { readonly rows: readonly SheetRow[]; readonly columns: readonly SheetColumn[] }) {
  const { t } = useTranslation()
  const ordered = [...rows].sort((a, b) => Number(b.wrong.length > 0) - Number(a.wrong.length > 0))
  return (
    <ScrollArea.Autosize mah="45dvh" type="auto">
      <Table stickyHeader horizontalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('ui.import.row')}</Table.Th>
            {columns.map(c => (
              <Table.Th key={c.field}>{c.title}</Table.Th>
            ))}
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {ordered.slice(0, DRAWN).map(row => (
            <Table.Tr key={row.row}>
              <Table.Td>{row.row}</Table.Td>
              {columns.map(c => (
                <Table.Td key={c.field}>{row.values[c.field] ?? ''}</Table.Td>
              ))}
              <Table.Td c="var(--flotta-alarm-text)">{row.wrong.join(' · ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {ordered.length > DRAWN && (
        <Text size="sm" c="dimmed" p="sm">
          {t('ui.import.more', { count: ordered.length - DRAWN })}
        </Text>
      )}
    </ScrollArea.Autosize>
  )
}
