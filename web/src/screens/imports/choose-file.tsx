import { Button, FileButton, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { ExampleFile } from './example-file.tsx'
import { importableQuery } from './importable.queries.ts'
import classes from './imports.module.css'
import { previewImport } from './imports.queries.ts'
import { asWorkbook, isWorkbook, readTable, workbookTable, type TableFile } from './table-file.ts'

interface Props {
  accountId: number
  onChoose: (table: TableFile) => void
}

export function ChooseFile({ accountId, onChoose }: Props) {
  const { t } = useTranslation()
  const { data: labels = [] } = useQuery(importableQuery(accountId))
  const [fault, setFault] = useState<string | null>(null)
  const reading = useApiMutation({
    mutationFn: async (file: File) => {
      const { columns } = await previewImport(accountId, asWorkbook(file))
      return workbookTable(file, columns, labels)
    },
    onSuccess: onChoose,
  })
  async function take(file: File | null | undefined) {
    if (!file) return
    if (isWorkbook(file.name)) {
      reading.mutate(file)
      return
    }
    const table = await readTable(file, labels).catch(() => null)
    const isTable = table !== null && table.header.length > 0 && !hasZero(table)
    if (!isTable) setFault(t('imports.notATable', { name: file.name }))
    else if (table.rows === 0) setFault(t('imports.noRows', { name: file.name }))
    else onChoose(table)
  }
  return (
    <Panel title={t('imports.choose')} help={t('imports.chooseHelp')}>
      <Drop pending={reading.isPending} onFile={(file) => void take(file)} />
      {fault !== null && (
        <div className={classes.fault}>
          <Notice tone="bad" live="assertive">
            {fault}
          </Notice>
        </div>
      )}
      <Text size="sm" c="dimmed" mt="md">
        {t('imports.format')}
      </Text>
      <ExampleFile accountId={accountId} />
    </Panel>
  )
}

/** Not text, whatever its name says. */
const hasZero = ({ content }: TableFile) => 'text' in content && content.text.includes('\0')

interface DropProps {
  pending: boolean
  onFile: (file: File | null | undefined) => void
}

function Drop({ pending, onFile }: DropProps) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onFile(event.dataTransfer.files[0])
  }
  return (
    <div
      className={classes.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={34} stroke={1.4} aria-hidden="true" />
      <Text size="sm">{t('imports.drop')}</Text>
      <FileButton accept=".xlsx,.csv,.txt,text/csv,text/plain" onChange={onFile}>
        {(given) => (
          <Button {...given} loading={pending}>
            {t('imports.chooseFile')}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
