import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from './query-client.ts'
import { router } from './router.ts'
import { SessionGate } from './session-gate.tsx'
import { styleNonce } from '../ui/style-nonce.ts'
import { cssVariablesResolver, theme } from '../ui/theme.ts'

// The same key is read by first-paint.js.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'vigie-color-scheme' })

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <Notifications position="bottom-left" limit={4} />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <SessionGate />
      </QueryClientProvider>
    </MantineProvider>
  )
}
