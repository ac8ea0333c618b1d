// Tools beside a table: the choice of columns, and the table as a copy, a file or a printed page.
import { Button, Checkbox, Menu, Popover, Stack } from '@mantine/core'
import {
  IconColumns3,
  IconCopy,
  IconDownload,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconFileTypeXls,
  IconPrinter,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../copy.ts'
import { toast } from '../toast.tsx'
import { csvFile, excelFile, pdfFile, printTable, type TableExport, tabText } from './export.ts'
import classes from './table.module.css'

interface ColumnName {
  readonly key: string
  readonly label: string
}
interface TableToolsProps {
  readonly columns: readonly ColumnName[]
  readonly visible: readonly ColumnName[]
  readonly onToggle: (key: string) => void
  readonly exported: () => Promise<TableExport>
}
export const TableTools = ({ exported, ...columns }: TableToolsProps) => (
  <>
    <ColumnChoice {...columns} />
    <ExportMenu exported={exported} />
  </>
)

function ColumnChoice({ columns, visible, onToggle }: Omit<TableToolsProps, 'exported'>) {
  const { t } = useTranslation()
  const isVisible = (column: ColumnName) => visible.some(c => c.key === column.key)
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          className={classes.tool ?? ''}
          variant="default"
          size="compact-md"
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          <span className={classes.word}>{t('ui.table.columns')}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('ui.table.columns')}>
        <Stack gap="sm" className={classes.choices ?? ''}>
          {columns.map(c => (
            <Checkbox
              key={c.key}
              label={c.label}
              checked={isVisible(c)}
              disabled={visible.length === 1 && isVisible(c)}
              onChange={() => onToggle(c.key)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function ExportMenu({ exported }: Pick<TableToolsProps, 'exported'>) {
  const { t } = useTranslation()
  const [isReading, setReading] = useState(false)
  const attempt = async (to: (table: TableExport) => unknown) => {
    setReading(true)
    try {
      await to(await exported())
    } catch (error) {
      toast.failed(error)
    } finally {
      setReading(false)
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          className={classes.tool ?? ''}
          variant="default"
          size="compact-md"
          loading={isReading}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          <span className={classes.word}>{t('ui.table.export')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void attempt(table => copyText(tabText(table)))}
        >
          {t('ui.table.copy')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileTypeCsv size={16} aria-hidden />}
          onClick={() => void attempt(csvFile)}
        >
          CSV
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileTypeXls size={16} aria-hidden />}
          onClick={() => void attempt(excelFile)}
        >
          Excel
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileTypePdf size={16} aria-hidden />}
          onClick={() => void attempt(pdfFile)}
        >
          PDF
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => void attempt(printTable)}
        >
          {t('ui.table.print')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
