// Only what the portal uses of the component library; each sheet after those it builds upon.
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Input.css'
import '../ui/global.css'
import './portal.css'
import { createRoot } from 'react-dom/client'
import { followNewerVersion } from '../ui/newer-version.ts'
import { shareStyleNonce } from '../ui/style-nonce.ts'
import { App } from './app.tsx'
import { loadFirstTexts } from './texts.tsx'

shareStyleNonce()
followNewerVersion()
const texts = await loadFirstTexts()
document.documentElement.lang = texts.language
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')
createRoot(root).render(<App texts={texts} />)
