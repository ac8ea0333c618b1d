// A promotional page in a dialog.
import { useReturnFocus } from '@flotta/ui/focus.ts'
import { lendFont } from '@flotta/ui/font.ts'
import { Button, Group, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './news.module.css'

export interface NewsPageProps {
  readonly title: string
  readonly url: string
  readonly onClose: () => void
}
export function NewsPage({ title, url, onClose }: NewsPageProps) {
  const { t } = useTranslation()
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={800}
      padding={0}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
      classNames={{ header: classes.head ?? '' }}
    >
      <iframe
        src={url}
        title={title}
        className={classes.frame}
        onLoad={({ currentTarget: { contentDocument } }) => {
          if (contentDocument !== null) lendFont(contentDocument)
        }}
      />
      <Group justify="center" p="sm" className={classes.foot ?? ''}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('ui.close')}
        </Button>
      </Group>
    </Modal>
  )
}
