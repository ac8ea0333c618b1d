// A setting that was refused: what is wrong with each field, then the sentence for all of it (S §8).
import { ApiError } from './api.ts'
import { toast } from './toast.tsx'

export function showRefusal(error: unknown): void {
  if (error instanceof ApiError)
    for (const message of new Set(Object.values(error.fields).flat())) toast.error(message)
  toast.failed(error)
}
