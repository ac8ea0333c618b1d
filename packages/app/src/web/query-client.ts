// The query cache: how long answers stay fresh, and how failures are shown.
import { ApiError } from '@flotta/ui/api.ts'
import { MutationCache, QueryClient } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the screen itself shows the failure. */
    mutationMeta: { readonly quiet?: boolean }
    defaultError: Error
  }
}

/** Failures of the network and the server may be temporary; a refusal is final. */
const mayPass = (error: Error): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 502

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a query fails at once. Waiting until the browser reports a network would show skeletons for ever.
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
