// Importing records from an Excel sheet: the browser reads it, shows the faults of each row and stores the rows.
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { IconFileDownload, IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../Dialog.tsx'
import { formatNumber } from '../texts.ts'
import { ImportSteps } from './ImportSteps.tsx'
import { saveExample } from './import-files.ts'
import { type ImportStep, type ImportTarget, useImport } from './useImport.ts'

export interface ImportSheetProps extends ImportTarget {
  /** The title of the dialog. */
  readonly title: string
}

export function ImportSheet(props: ImportSheetProps) {
  const { t } = useTranslation()
  const [isOpen, setOpened] = useState(false)
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
            onClick={() => saveExample(props)}
          >
            <IconFileDownload size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Dialog
        opened={isOpen}
        onClose={() => setOpened(false)}
        closeOnEscape={!busy}
        closeOnClickOutside={!busy}
        withCloseButton={!busy}
        size="lg"
        title={props.title}
      >
        {isOpen && <ImportDialog {...props} onBusy={setBusy} onClose={() => setOpened(false)} />}
      </Dialog>
    </>
  )
}

function ImportDialog(
  props: ImportSheetProps & {
    readonly onBusy: (busy: boolean) => void
    readonly onClose: () => void
  },
) {
  const process = useImport(props)
  const announcement = useAnnouncement(process.step)
  return (
    <>
      <p role="status" className="flotta-hidden">
        {announcement}
      </p>
      <ImportSteps {...props} process={process} />
    </>
  )
}

/** Progress is announced after each tenth of the rows. */
const TENTHS = 10

/** What a screen reader announces in each step. Problems are alerts of their own step. */
function useAnnouncement(step: ImportStep): string {
  const { t } = useTranslation()
  if (step.at === 'read') return t('ui.import.reading')
  if (step.at === 'look') {
    const valid = step.rows.filter(row => row.wrong.length === 0).length
    const wrong = step.rows.length - valid
    return [
      t('ui.import.good', { count: valid }),
      ...(wrong > 0 ? [t('ui.import.wrong', { count: wrong })] : []),
    ].join(', ')
  }
  if (step.at !== 'store') return ''
  const { done, total } = step
  return t('ui.import.storing', {
    done: formatNumber(Math.ceil((Math.floor((done / total) * TENTHS) * total) / TENTHS)),
    of: formatNumber(total),
  })
}
