import { Button, Group, Select, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { themes } from '../../ui/theme-label.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { documentTypesQuery, type DocumentTypeRow } from './catalogue.queries.ts'
import classes from './catalogue.module.css'
import { DocumentTypeDialog } from './document-type-dialog.tsx'
import { DocumentTypeTable } from './document-type-table.tsx'
import { UpgradeNotice } from './upgrade-notice.tsx'

const here = '/account/$accountId/settings/document-types'
// No code of the catalogue looks like it.
const newType = 'new'

function matches(row: DocumentTypeRow, wanted: string): boolean {
  const name = row.name[currentLanguage()]
  return `${name} ${row.code}`.toLowerCase().includes(wanted.trim().toLowerCase())
}

export function DocumentTypes() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  const { code, theme } = useSearch({ from: here })
  const navigate = useNavigate({ from: here })
  const [wanted, setWanted] = useState('')
  const [archived, setArchived] = useState(false)
  const types = useQuery(documentTypesQuery(accountId, archived))
  const open = (next: string | undefined) =>
    void navigate({
      search: { ...(theme !== undefined && { theme }), ...(next !== undefined && { code: next }) },
    })
  const rows = types.data
    ?.filter((row) => theme === undefined || row.theme === theme)
    .filter((row) => matches(row, wanted))

  return (
    <>
      <PageHeader
        title={t('catalogue.documentTypes')}
        lead={t('catalogue.documentTypesLead')}
        actions={
          administer && (
            <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => open(newType)}>
              {t('catalogue.addDocumentType')}
            </Button>
          )
        }
      />
      {administer && <UpgradeNotice />}
      <Filters
        wanted={wanted}
        onWanted={setWanted}
        theme={theme ?? null}
        onTheme={(next) => void navigate({ search: next === null ? {} : { theme: next } })}
        archived={archived}
        onArchived={setArchived}
      />
      {types.isError ? (
        <ProblemAlert
          title={t('catalogue.loadFailed')}
          error={types.error}
          onRetry={() => void types.refetch()}
        />
      ) : (
        <DocumentTypeTable rows={rows ?? null} onOpen={open} />
      )}
      {code !== undefined && (
        <DocumentTypeDialog
          key={code}
          code={code === newType ? null : code}
          mayChange={administer}
          onClose={() => open(undefined)}
        />
      )}
    </>
  )
}

interface FilterProps {
  wanted: string
  onWanted: (wanted: string) => void
  theme: string | null
  onTheme: (theme: string | null) => void
  archived: boolean
  onArchived: (archived: boolean) => void
}

function Filters(props: FilterProps) {
  const { t } = useTranslation()
  return (
    <Group gap="sm" mb="md" className={classes.filters}>
      <TextInput
        aria-label={t('common.search')}
        placeholder={t('common.search')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={props.wanted}
        onChange={(event) => props.onWanted(event.currentTarget.value)}
      />
      <Select
        aria-label={t('catalogue.theme')}
        placeholder={t('catalogue.allThemes')}
        clearable
        data={themes.map((one) => ({ value: one, label: t(`labels.theme.${one}`) }))}
        value={props.theme}
        onChange={props.onTheme}
      />
      <Switch
        label={t('catalogue.showArchived')}
        checked={props.archived}
        onChange={(event) => props.onArchived(event.currentTarget.checked)}
      />
    </Group>
  )
}
