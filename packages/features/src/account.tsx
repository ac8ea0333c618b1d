// Who is signed in and what they may do, for the screens of every feature.
import { type Endpoint, mayCall } from '@flotta/core/contract.ts'
import { call } from '@flotta/ui/api.ts'
import { useQuery } from '@tanstack/react-query'
import { forgotPassword } from './people/auth/contract.ts'
import { customerQuery, profileQuery, useAccount } from './people/auth/web/account.ts'

export { useAccount }

/** Whether the signed-in person may call an endpoint, by the same rules that the server uses, so that screens hide what would be refused. False until the person is known. */
export function useMay({ allow, switch: parameter }: Endpoint): boolean {
  const { data: user } = useQuery(profileQuery)
  const { data: isSwitchedOn = false } = useQuery({
    ...customerQuery,
    enabled: parameter !== undefined,
    select: ({ configurations }) =>
      configurations.some(c => c.parameter === parameter && c.value === '1'),
  })
  if (user === undefined || !mayCall(allow, user.role, user.provider)) return false
  return parameter === undefined || isSwitchedOn
}

/** Mails a link to choose a new password. The answer does not tell whether there is a person with this address. */
export const sendPasswordLink = (email: string): Promise<null> =>
  call(forgotPassword, { body: { email } })
