import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { styleNonce } from '../ui/style-nonce.ts'
import { cssVariablesResolver, theme } from '../ui/theme.ts'
import { Gate } from './gate.tsx'
import { Announcer } from './parts/announcer.tsx'
import { queryClient } from './queries.ts'
import { TextsProvider, type PortalTexts } from './texts.tsx'

// The same key is read by first-paint.js.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'vigie-color-scheme' })

export function App({ texts }: { texts: PortalTexts }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <TextsProvider first={texts}>
        <QueryClientProvider client={queryClient}>
          <Gate />
          <Announcer />
        </QueryClientProvider>
      </TextsProvider>
    </MantineProvider>
  )
}
