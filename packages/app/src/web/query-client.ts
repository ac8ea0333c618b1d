// The query cache: what the server said, for how long it stands, and how failures are told.
import { ApiError } from '@flotta/ui/api.ts'
import { MutationCache, QueryClient } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen itself says what went wrong. */
    mutationMeta: { readonly quiet?: boolean }
    defaultError: Error
  }
}

/** Faults of the line and of the server may pass; a refusal stays one. */
const mayPass = (error: Error): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 502

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a question fails and says so; waiting for the browser to believe in one would show skeletons for ever.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 1_000,
      retry: (count, error) => count < 2 && mayPass(error),
    },
  },
  mutationCache: new MutationCache({
    onError: (error, _, __, { meta }) => {
      if (meta?.quiet === true || (error instanceof ApiError && error.status === 401)) return
      void import('@flotta/ui/toast.tsx').then(({ toast }) => toast.failed(error))
    },
  }),
})
