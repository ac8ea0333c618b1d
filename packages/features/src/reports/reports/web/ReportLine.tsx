// A report of the list: its title and state, and, when it is unfolded, its files and facts. A report without files is dimmed and cannot be opened.
import { call } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import lists from '@flotta/ui/list.module.css'
import { MoreButton } from '@flotta/ui/MoreButton.tsx'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { Badge, Loader, Menu } from '@mantine/core'
import { IconChevronDown, IconMailOpened, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { type Report, removeReport, reportState, reports, unreadCount } from '../contract.ts'
import { ReportDetails } from './ReportDetails.tsx'
import classes from './reports.module.css'
import { useReportWords } from './words.ts'

export interface ReportLineProps {
  readonly report: Report
  readonly open: boolean
  readonly onToggle: () => void
  readonly onMark: () => void
}
interface ReportMenuProps extends Pick<ReportLineProps, 'report' | 'onMark'> {
  readonly title: string
  readonly unread: boolean
}
function ReportMenu({ report: { id, ready }, title, unread, onMark }: ReportMenuProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const mayRemove = useMay(removeReport)
  const remove = async () => {
    const isRemoved = await confirm({
      title: t('reports.remove_title', { title }),
      text: t(ready === reportState.pending ? 'reports.removing_pending' : 'reports.removing'),
      confirm: t('ui.list.remove'),
      color: 'red',
      action: () => call(removeReport, { params: { id } }),
    })
    if (!isRemoved) return
    toast.success(t('ui.list.removed', { name: title }))
    await Promise.all(
      [reports.list, unreadCount].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    )
  }
  return (
    <Menu position="bottom-end">
      <MoreButton className={classes.menu} label={t('reports.more', { title })} />
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconMailOpened size={16} aria-hidden />}
          disabled={!unread}
          onClick={onMark}
        >
          {t('reports.mark')}
        </Menu.Item>
        {mayRemove && (
          <Menu.Item
            leftSection={<IconTrash size={16} aria-hidden />}
            color="red"
            onClick={() => void remove()}
          >
            {t('ui.list.remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

export function ReportLine({ report, open, onToggle, onMark }: ReportLineProps) {
  const { t } = useTranslation()
  const { titleOf, periodOf } = useReportWords()
  const { ready, hash, read_at, created_at } = report
  const unread = read_at === null && ready !== reportState.pending
  const title = titleOf(report)
  return (
    <li
      className={classes.report}
      data-unread={unread || undefined}
      data-without={hash === null || undefined}
    >
      <div className={classes.line}>
        <button type="button" className={classes.row} aria-expanded={open} onClick={onToggle}>
          <span className={lists.unread}>
            {unread && <span role="img" aria-label={t('reports.is_unread')} />}
          </span>
          <span className={classes.what}>
            <span className={classes.name}>{title}</span>
            <span className={classes.quiet}>{periodOf(report)}</span>
          </span>
          <span className={classes.when}>
            <StateBadge report={report} />
            <span className={classes.quiet}>
              <RelativeTime at={created_at} every={60} />
            </span>
          </span>
          <IconChevronDown
            size={18}
            aria-hidden
            className={classes.chevron ?? ''}
            data-open={open || undefined}
          />
        </button>
        <ReportMenu report={report} title={title} unread={unread} onMark={onMark} />
      </div>
      {open && <ReportDetails report={report} />}
    </li>
  )
}

function StateBadge({ report: { ready, progress, hash } }: { readonly report: Report }) {
  const { t } = useTranslation()
  if (ready === reportState.pending)
    return (
      <Badge
        variant="light"
        color="blue"
        tt="none"
        fw={550}
        leftSection={<Loader size={10} aria-hidden />}
      >
        {progress > 0
          ? t('reports.state.making_percent', { percent: progress })
          : t('reports.state.making')}
      </Badge>
    )
  if (ready === reportState.failed)
    return (
      <Badge variant="light" color="red" tt="none" fw={550}>
        {t('reports.state.failed')}
      </Badge>
    )
  return (
    <Badge variant="light" color={hash === null ? 'gray' : 'green'} tt="none" fw={550}>
      {t(hash === null ? 'reports.state.gone' : 'reports.state.ready')}
    </Badge>
  )
}
