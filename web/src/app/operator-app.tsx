import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { OperatorPlace } from '../screens/operator/operator-place.tsx'
import { styleNonce } from '../ui/style-nonce.ts'
import { cssVariablesResolver, theme } from '../ui/theme.ts'
import { queryClient } from './query-client.ts'

// The same key is read by first-paint.js.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'vigie-color-scheme' })

/** A program of its own: it knows neither the session nor the pages of an account. */
export function OperatorApp() {
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
        <OperatorPlace />
      </QueryClientProvider>
    </MantineProvider>
  )
}
