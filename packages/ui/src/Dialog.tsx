// A window over the screen, with a title and a button that closes it. A form uses a drawer instead (`FormDrawer`).
import { Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** It is open unless `opened` says otherwise. */
export function Dialog({
  opened = true,
  ...rest
}: Omit<ModalProps, 'opened'> & { readonly opened?: boolean }) {
  const { t } = useTranslation()
  return <Modal opened={opened} closeButtonProps={{ 'aria-label': t('ui.close') }} {...rest} />
}
