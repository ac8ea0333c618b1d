// The news menu of the bar: the number of items, and a dialog with a link to each page.
import { isPlainClick } from '@flotta/ui/Lead.tsx'
import { currentLanguage } from '@flotta/ui/texts.ts'
import { ActionIcon, Badge, Indicator, Modal, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconChevronRight,
  IconLock,
  IconPower,
  IconSpeakerphone,
  IconTemperature,
  type TablerIcon,
} from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../people/auth/web/account.ts'
import { type News, news, newsTitle, newsUrl } from '../news.ts'
import { NewsPage } from './NewsPage.tsx'
import classes from './news.module.css'

const icons: Readonly<Record<News['code'], TablerIcon>> = {
  'temperature-register': IconTemperature,
  'lock-control': IconLock,
  'ignition-control': IconPower,
}
/** The newest first. */
const newestFirst = news.toSorted((a, b) => b.id - a.id)
/** Only for customers with the register; for others its link is dimmed and leads to the explanation. */
const REGISTER: News['code'] = 'temperature-register'

interface NewsItemProps {
  readonly item: News
  readonly onShow: (event: MouseEvent, item: News) => void
}
function NewsItem({ item, onShow }: NewsItemProps) {
  const { t } = useTranslation()
  const { customer } = useAccount()
  const hasRegister = customer.configurations.some(
    c => c.parameter === 't_check' && c.value === '1',
  )
  const Icon = icons[item.code]
  const needsRegister = item.code === REGISTER
  return (
    <li>
      <a
        href={newsUrl(item, currentLanguage())}
        className={classes.item}
        data-dimmed={(needsRegister && !hasRegister) || undefined}
        onClick={event => onShow(event, item)}
      >
        <Icon size={22} stroke={1.6} aria-hidden />
        <span className={classes.words}>
          <strong>{t(newsTitle(item))}</strong>
          <small>{t(`news.item.${item.code}.about`)}</small>
        </span>
        {needsRegister && (
          <Badge size="sm" variant="light" color={hasRegister ? 'green' : 'gray'}>
            {t(hasRegister ? 'news.active' : 'news.not_active')}
          </Badge>
        )}
        <IconChevronRight size={16} aria-hidden />
      </a>
    </li>
  )
}

export function NewsMenu() {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure(false)
  const [page, setPage] = useState<News | null>(null)
  const show = (event: MouseEvent, item: News) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    close()
    setPage(item)
  }
  const label = t('news.title')
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          size={36}
          aria-label={t('news.count', { count: news.length })}
          aria-haspopup="dialog"
          onClick={open}
        >
          <Indicator label={news.length} size={16} offset={2} aria-hidden>
            <IconSpeakerphone size={20} stroke={1.75} aria-hidden />
          </Indicator>
        </ActionIcon>
      </Tooltip>
      <Modal
        opened={isOpen}
        onClose={close}
        title={label}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <ul className={classes.list}>
          {newestFirst.map(item => (
            <NewsItem key={item.id} item={item} onShow={show} />
          ))}
        </ul>
      </Modal>
      {page !== null && (
        <NewsPage
          title={t(newsTitle(page))}
          url={newsUrl(page, currentLanguage())}
          onClose={() => setPage(null)}
        />
      )}
    </>
  )
}
