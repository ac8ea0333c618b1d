// The content of the import dialog in each of its steps.
import { Alert, Badge, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../texts.ts'
import { ImportRows } from './ImportRows.tsx'
import { type Importable, saveExample, saveRemainingRows } from './import-files.ts'
import classes from './resource.module.css'
import type { SheetColumn } from './sheet.ts'
import type { ImportProcess, ImportStep } from './useImport.ts'

interface StepProps<At extends ImportStep['at']> {
  readonly step: Extract<ImportStep, { readonly at: At }>
  readonly process: ImportProcess
  readonly resource: Importable
  readonly columns: readonly SheetColumn[]
  readonly takesCsv?: boolean
  readonly onClose: () => void
  readonly ref: Ref<HTMLDivElement>
}

export function ImportSteps(props: Omit<StepProps<never>, 'step' | 'ref'>) {
  const { step } = props.process
  const box = useRef<HTMLDivElement>(null)
  const previous = useRef(step.at)
  useEffect(() => {
    // The button that led to this step is gone, so the focus moves to the main button of the step.
    if (previous.current !== step.at)
      box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    previous.current = step.at
  }, [step.at])
  switch (step.at) {
    case 'choose':
    case 'read':
      return <ChooseStep {...props} ref={box} step={step} />
    case 'look':
      return <LookStep {...props} ref={box} step={step} />
    case 'store':
      return <StoreStep {...props} ref={box} step={step} />
    case 'end':
      return <EndStep {...props} ref={box} step={step} />
  }
}

function ChooseStep({
  step,
  process,
  resource,
  columns,
  takesCsv = false,
  ref,
}: StepProps<'choose' | 'read'>) {
  const { t } = useTranslation()
  return (
    <Stack ref={ref} gap="md">
      {step.at === 'choose' && step.problem !== undefined && (
        <Alert color="red" role="alert">
          {step.problem}
        </Alert>
      )}
      <Dropzone
        takesCsv={takesCsv}
        isReading={step.at === 'read'}
        onFile={file => void process.readFile(file)}
      />
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {t('ui.import.columns', { columns: columns.map(column => column.title).join(', ') })}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => saveExample({ resource, columns })}
        >
          {t('ui.import.example')}
        </Button>
      </Group>
    </Stack>
  )
}

function LookStep({ step, process, columns, ref }: StepProps<'look'>) {
  const { t } = useTranslation()
  const valid = step.rows.filter(row => row.wrong.length === 0)
  const wrong = step.rows.filter(row => row.wrong.length > 0)
  return (
    <Stack ref={ref} gap="md">
      <Group gap="sm">
        <Badge color="green" variant="light" tt="none">
          {t('ui.import.good', { count: valid.length })}
        </Badge>
        {wrong.length > 0 && (
          <Badge color="red" variant="light" tt="none">
            {t('ui.import.wrong', { count: wrong.length })}
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
          onClick={process.chooseFile}
          data-autofocus={valid.length === 0 || undefined}
        >
          {t('ui.import.other')}
        </Button>
        <Button
          disabled={valid.length === 0}
          onClick={() => void process.store(valid, { stored: 0, failed: [], wrong })}
          data-autofocus={valid.length > 0 || undefined}
        >
          {t('ui.import.go', { count: valid.length })}
        </Button>
      </Group>
    </Stack>
  )
}

function StoreStep({ step: { done, total }, process, ref }: StepProps<'store'>) {
  const { t } = useTranslation()
  const progress = t('ui.import.storing', {
    done: formatNumber(done + 1),
    of: formatNumber(total),
  })
  return (
    <Stack ref={ref} gap="sm" py="md">
      <Text>{progress}</Text>
      <Progress value={(done / total) * 100} aria-label={progress} />
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={process.stop}>
          {t('ui.import.stop')}
        </Button>
      </Group>
    </Stack>
  )
}

function EndStep({ step, process, resource, columns, onClose, ref }: StepProps<'end'>) {
  const { t } = useTranslation()
  const remaining = [...step.failed, ...step.wrong, ...step.waiting]
  return (
    <Stack ref={ref} gap="md">
      <Alert
        color="yellow"
        role="alert"
        title={step.why ?? t('ui.import.left', { count: remaining.length })}
      >
        {t('ui.import.summary', {
          stored: formatNumber(step.stored),
          skipped: formatNumber(step.wrong.length + step.waiting.length),
          failed: formatNumber(step.failed.length),
        })}{' '}
        {t('ui.import.mend')}
      </Alert>
      <ImportRows rows={remaining} columns={columns} />
      <Group justify="flex-end" gap="sm">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveRemainingRows({ resource, columns }, remaining)}
        >
          {t('ui.import.left_file')}
        </Button>
        {step.waiting.length > 0 && (
          <Button variant="default" onClick={() => void process.store(step.waiting, step)}>
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

function Dropzone({
  takesCsv,
  isReading,
  onFile,
}: {
  readonly takesCsv: boolean
  readonly isReading: boolean
  readonly onFile: (file: File | null | undefined) => void
}) {
  const { t } = useTranslation()
  const [isOver, setIsOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may also be dropped; the button in it does the same.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={event => {
        event.preventDefault()
        setIsOver(false)
        onFile(event.dataTransfer.files[0])
      }}
    >
      <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden color="var(--flotta-text-quiet)" />
      <Text>
        {isReading
          ? t('ui.import.reading')
          : takesCsv
            ? t('ui.import.drop_csv')
            : t('ui.import.drop')}
      </Text>
      <FileButton onChange={onFile} accept={takesCsv ? '.xlsx,.csv' : '.xlsx'} disabled={isReading}>
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
