import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, saveFile } from '../../api/index.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

// Companies of the sample registers: in a sandbox the file can be imported as it is.
const rows = [
  ['99995645100010', '', 'SUP-9001'],
  ['99992754400018', '', 'SUP-9002'],
  ['', 'DK99901403', 'SUP-9003'],
  ['', 'PL9990123604', 'SUP-9004'],
]

/** Files to begin with: their columns are recognised by their names. */
export function ExampleFile({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const saving = useApiMutation({
    mutationFn: async () =>
      saveFile(await api.account(accountId).download('/thirdparties/imports/template.xlsx'), 'template.xlsx'),
    successMessage: t('exports.saved'),
  })
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
  const look = {
    variant: 'subtle',
    size: 'compact-sm',
    px: 4,
    leftSection: <IconDownload size={16} stroke={1.7} aria-hidden="true" />,
  } as const
  return (
    <Group gap="md" mt={6}>
      <Button {...look} loading={saving.isPending} onClick={() => saving.mutate()}>
        {t('imports.template')}
      </Button>
      <Button {...look} onClick={save}>
        {t('imports.example')}
      </Button>
    </Group>
  )
}
