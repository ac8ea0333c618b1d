// A password with a button that shows it.
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation()
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': t(visible ? 'auth.hide_password' : 'auth.show_password'),
        tabIndex: 0,
      }}
    />
  )
}
