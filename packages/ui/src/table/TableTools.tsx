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
  type TablerIcon,
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

interface ExportWay {
  readonly icon: TablerIcon
  /** The name of a format, which is the same in all languages, or a word. */
  readonly name: string | { readonly key: string }
  readonly make: (table: TableExport) => unknown
}
const exportWays: readonly ExportWay[] = [
  { icon: IconCopy, name: { key: 'ui.table.copy' }, make: table => copyText(tabText(table)) },
  { icon: IconFileTypeCsv, name: 'CSV', make: csvFile },
  { icon: IconFileTypeXls, name: 'Excel', make: excelFile },
  { icon: IconFileTypePdf, name: 'PDF', make: pdfFile },
  { icon: IconPrinter, name: { key: 'ui.table.print' }, make: printTable },
]

function ExportMenu({ exported }: Pick<TableToolsProps, 'exported'>) {
  const { t } = useTranslation()
  const [isReading, setReading] = useState(false)
  const attempt = async (make: ExportWay['make']) => {
    setReading(true)
    try {
      await make(await exported())
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
        {exportWays.map(({ icon: Icon, name, make }) => {
          const words = typeof name === 'string' ? name : t(name.key)
          return (
            <Menu.Item
              key={words}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => void attempt(make)}
            >
              {words}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
