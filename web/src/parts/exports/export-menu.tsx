import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../api/index.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { csvLooks, type CsvLook } from './csv-looks.ts'

type Download = Parameters<typeof saveFile>[0]

interface Props {
  /** Without what the format adds. */
  fileName: string
  workbook: () => Promise<Download>
  csv: (look: CsvLook) => Promise<Download>
  disabled?: boolean
  invalidates?: Parameters<typeof useApiMutation>[0]['invalidates']
}

type Choice = 'xlsx' | 'csv' | 'french'

/** Takes a list along: for Excel, for other programs, or for an Excel that expects what a French one does. */
export function ExportMenu({ fileName, workbook, csv, disabled = false, invalidates }: Props) {
  const { t } = useTranslation()
  const saving = useApiMutation({
    mutationFn: async (choice: Choice) => {
      const file = choice === 'xlsx' ? await workbook() : await csv(csvLooks[choice])
      return saveFile(file, `${fileName}.${choice === 'xlsx' ? 'xlsx' : 'csv'}`)
    },
    successMessage: t('exports.saved'),
    ...(invalidates && { invalidates }),
  })
  return (
    <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          disabled={disabled}
          leftSection={<IconDownload size={17} stroke={1.7} aria-hidden="true" />}
          rightSection={<IconChevronDown size={15} stroke={1.7} aria-hidden="true" />}
          loading={saving.isPending}
        >
          {t('exports.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileSpreadsheet size={16} />} onClick={() => saving.mutate('xlsx')}>
          {t('exports.workbook')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileText size={16} />} onClick={() => saving.mutate('csv')}>
          {t('exports.csv')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileText size={16} />} onClick={() => saving.mutate('french')}>
          {t('exports.french')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
