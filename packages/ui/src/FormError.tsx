// Why a form's call failed, in words, where no field of the form says it.
import { Alert } from '@mantine/core'
import { messageOf } from './api.ts'

/** @param error null: nothing is shown */
export const FormError = ({ error }: { readonly error: Error | null }) =>
  error === null ? null : (
    <Alert color="red" role="alert" p="sm">
      {messageOf(error)}
    </Alert>
  )
