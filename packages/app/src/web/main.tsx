// The entry point of the web application: it loads the language, then renders the page.
import { loadSignInTexts, loadTexts } from '@flotta/features/texts/texts.ts'
import { onStepUp } from '@flotta/ui/api.ts'
import { keepFocus } from '@flotta/ui/focus.ts'
import { preference } from '@flotta/ui/preferences.ts'
import { session } from '@flotta/ui/session.ts'
import { startTexts } from '@flotta/ui/texts.ts'
import { colorSchemeManager, cssVariables, theme } from '@flotta/ui/theme.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './first.css'
import '@flotta/ui/theme.css'
import { giveUpPage, interrupt, joinSession } from './interruption.ts'
import { queryClient } from './query-client.ts'
import { isGuarded, router } from './routes.tsx'

// When the session ends by itself, the sign-in covers the page; else all cached answers are dropped and the guard leads to the sign-in.
let wasIn = false
session.subscribe(() => {
  const { signedIn, ended } = session.snapshot()
  const leave = () => queueMicrotask(() => void router.invalidate())
  if (wasIn && !signedIn && !interrupt(router.state.location, isGuarded())) {
    queryClient.clear()
    leave()
  } else if (ended === 'signed_out' && giveUpPage()) leave()
  wasIn = signedIn
})
session.onReplaced(() => void joinSession())

keepFocus()
onStepUp(async () => (await import('@flotta/features/people/factors/web/step-up.tsx')).askStepUp())
await startTexts(loadTexts, preference('language'), loadSignInTexts)
const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemeManager()}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
