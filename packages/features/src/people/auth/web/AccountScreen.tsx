// The person's own account: where it is signed in, and its API tokens.
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
