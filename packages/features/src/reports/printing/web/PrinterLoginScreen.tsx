// The sign-in of the printing area, which is a separate system for temperature receipts.
import { useTranslation } from 'react-i18next'
import { PublicPage } from '../../../people/auth/web/PublicPage.tsx'
import { SignIn } from '../../../people/auth/web/SignIn.tsx'

export default function PrinterLoginScreen() {
  const { t } = useTranslation()
  return (
    <PublicPage>
      <SignIn
        title={t('printing.login.title')}
        text={t('printing.login.text')}
        first="/printer"
        demo="printing"
      />
      <p className="flotta-quiet">{t('printing.login.forgotten')}</p>
    </PublicPage>
  )
}
