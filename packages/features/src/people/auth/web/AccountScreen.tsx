// The doors to the own account: where the person is signed in, and the tokens that act in their name.
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { useMay } from '../../../account.tsx'
import { calendar } from '../../../integrations/calendar/contract.ts'
import { CalendarLink } from '../../../integrations/calendar/web/CalendarLink.tsx'
import { Factors } from '../../factors/web/Factors.tsx'
import { tokens } from '../contract.ts'
import classes from './account.module.css'
import { Sessions } from './Sessions.tsx'
import { Tokens } from './Tokens.tsx'

export default function AccountScreen() {
  const mayHaveTokens = useMay(tokens)
  const mayHaveCalendar = useMay(calendar)
  return (
    <div className={classes.page}>
      <PageTitle />
      <Sessions />
      {mayHaveTokens && <Factors />}
      {mayHaveTokens && <Tokens />}
      {mayHaveCalendar && <CalendarLink />}
    </div>
  )
}
