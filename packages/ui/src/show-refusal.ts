// Shows why the server refused a setting: a notice for each faulty field, then one with the general message (general.71).
import { ApiError } from './api.ts'
import { toast } from './toast.tsx'

export function showRefusal(error: unknown): void {
  if (error instanceof ApiError)
    for (const message of new Set(Object.values(error.fields).flat())) toast.error(message)
  toast.failed(error)
}
