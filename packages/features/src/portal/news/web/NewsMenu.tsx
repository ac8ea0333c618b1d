// The news of the bar: how many there are, and a dialog with a link to each promotional page (P §2).
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

const pictures: Readonly<Record<News['code'], TablerIcon>> = {
  'temperature-register': IconTemperature,
  'lock-control': IconLock,
  'ignition-control': IconPower,
}
/** The newest first. */
const newestFirst = news.toSorted((a, b) => b.id - a.id)
/** Only for customers who have it (P §1): to others its link is dimmed, and tells what it is. */
const REGISTER: News['code'] = 'temperature-register'

export function NewsMenu() {
  const { t } = useTranslation()
  const { customer } = useAccount()
  const [opened, { open, close }] = useDisclosure(false)
  const [page, setPage] = useState<News | null>(null)
  const has = customer.configurations.some(c => c.parameter === 't_check' && c.value === '1')
  const show = (event: MouseEvent, one: News) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    close()
    setPage(one)
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
        opened={opened}
        onClose={close}
        title={label}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <ul className={classes.list}>
          {newestFirst.map(one => {
            const Icon = pictures[one.code]
            const only = one.code === REGISTER
            return (
              <li key={one.id}>
                <a
                  href={newsUrl(one, currentLanguage())}
                  className={classes.item}
                  data-dimmed={(only && !has) || undefined}
                  onClick={event => show(event, one)}
                >
                  <Icon size={22} stroke={1.6} aria-hidden />
                  <span className={classes.words}>
                    <strong>{t(newsTitle(one))}</strong>
                    <small>{t(`news.item.${one.code}.about`)}</small>
                  </span>
                  {only && (
                    <Badge size="sm" variant="light" color={has ? 'green' : 'gray'}>
                      {t(has ? 'news.active' : 'news.not_active')}
                    </Badge>
                  )}
                  <IconChevronRight size={16} aria-hidden />
                </a>
              </li>
            )
          })}
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
