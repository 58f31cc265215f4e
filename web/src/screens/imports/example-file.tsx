import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

// Companies of the sample registers: in a sandbox the file can be imported as it is.
const rows = [
  ['99995645100010', '', 'SUP-9001'],
  ['99992754400018', '', 'SUP-9002'],
  ['', 'DK99901403', 'SUP-9003'],
  ['', 'PL9990123604', 'SUP-9004'],
]

/** A file to begin with: its columns are recognised by their names. */
export function ExampleFile() {
  const { t } = useTranslation()
  function save() {
    const header = ['SIRET', t('imports.exampleVat'), t('imports.exampleCode')]
    const text = [header, ...rows].map((cells) => cells.join(';')).join('\r\n')
    // The mark at its head makes spreadsheets read the accents.
    const url = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = url
    link.download = t('imports.exampleName')
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      px={4}
      mt={6}
      leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
      onClick={save}
    >
      {t('imports.example')}
    </Button>
  )
}
