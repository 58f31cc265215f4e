import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './ui/global.css'
import { createRoot } from 'react-dom/client'
import { OperatorApp } from './app/operator-app.tsx'
import { followNewerVersion } from './ui/newer-version.ts'
import { shareStyleNonce } from './ui/style-nonce.ts'
import { loadTexts, startI18n } from './i18n/index.ts'

shareStyleNonce()
followNewerVersion()
await startI18n()
await Promise.all([loadTexts('entrance'), loadTexts('home'), loadTexts('work')])
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
createRoot(root).render(<OperatorApp />)
