// Sign-in and forgot-password, two modes of one screen.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ForgotPassword } from './ForgotPassword.tsx'
import { PublicPage } from './PublicPage.tsx'
import { SignIn } from './SignIn.tsx'

export default function LoginScreen() {
  const { t } = useTranslation()
  const [mode, setMode] = useState<'sign_in' | 'forgot'>('sign_in')
  const [email, setEmail] = useState('')
  const [isLinkSent, setSent] = useState(false)
  return (
    <PublicPage>
      {mode === 'sign_in' ? (
        <SignIn
          title={t('auth.sign_in')}
          demo="email"
          email={email}
          linkSent={isLinkSent}
          onForgot={address => {
            setEmail(address)
            setSent(false)
            setMode('forgot')
          }}
        />
      ) : (
        <ForgotPassword
          email={email}
          onBack={() => setMode('sign_in')}
          onSent={address => {
            setEmail(address)
            setSent(true)
            setMode('sign_in')
          }}
        />
      )}
    </PublicPage>
  )
}
