// The page of a screen that is switched off for the company: whom to ask for it.
import { Empty } from '@flotta/ui/Empty.tsx'
import { PageFrame } from '@flotta/ui/PageFrame.tsx'
import { usePageName } from '@flotta/ui/PageTitle.tsx'
import resource from '@flotta/ui/resource/resource.module.css'
import { IconFileOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ContactButton } from '../../../people/auth/web/ContactButton.tsx'

export function NotIncluded() {
  const { t } = useTranslation()
  const name = usePageName()
  return (
    <PageFrame>
      <div className={resource.plain}>
        <Empty
          icon={IconFileOff}
          title={t('shell.not_included.title')}
          text={t('shell.not_included.text', { name })}
          action={<ContactButton subject={name}>{t('overviews.contact')}</ContactButton>}
        />
      </div>
    </PageFrame>
  )
}
