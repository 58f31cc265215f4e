import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './ui/global.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { followNewerVersion } from './ui/newer-version.ts'
import { printInLight } from './ui/print-in-light.ts'
import { shareStyleNonce } from './ui/style-nonce.ts'
import { startI18n } from './i18n/index.ts'

shareStyleNonce()
followNewerVersion()
printInLight()
await startI18n()
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
createRoot(root).render(<App />)
