// A drawer at the right edge of the window with a form, for creating and changing anything. On phones it covers the whole window (general.101).
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './FormDrawer.module.css'
import { useReturnFocus } from './focus.ts'
import { useLayer } from './layers.ts'
import { mayLeave } from './resource/unsaved.ts'
import { usePhone } from './screen-size.ts'

/** px; the screen beside it stays visible */
const WIDTH = 480

export interface FormDrawerProps {
  readonly title: ReactNode
  readonly onClose: () => void
  /** Default: true. */
  readonly closeOnClickOutside?: boolean
  /** Its `FormButtons` stay visible at the lower edge. */
  readonly children: ReactNode
}

/** The drawer is open while it is rendered. Esc and a click outside ask before typed input is lost. */
export function FormDrawer({
  title,
  onClose,
  closeOnClickOutside = true,
  children,
}: FormDrawerProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  const leave = () => void mayLeave().then(may => may && onClose())
  useLayer(true, leave)
  useReturnFocus()
  return (
    <Drawer
      opened
      onClose={leave}
      closeOnEscape={false}
      closeOnClickOutside={closeOnClickOutside}
      data-layer
      position="right"
      size={phone ? '100%' : WIDTH}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        body: classes.body ?? '',
      }}
    >
      {children}
    </Drawer>
  )
}

/** Fields of a form that belong together, below a heading. */
export const FormSection = ({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) => (
  <fieldset className={classes.section}>
    <legend>{title}</legend>
    <div className={classes.fields}>{children}</div>
  </fieldset>
)
