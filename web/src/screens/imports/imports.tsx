import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskAdministrator } from '../../parts/roles/ask-administrator.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useRights } from '../../ui/use-rights.ts'
import { useSight } from '../../ui/use-sight.ts'
import { ChooseFile } from './choose-file.tsx'
import { ImportPanel } from './import-panel.tsx'
import { sendImport, type ImportRecord, type OnDuplicate } from './imports.queries.ts'
import { Mapping } from './mapping.tsx'
import { PastImports } from './past-imports.tsx'
import { toUpload, type TableFile } from './table-file.ts'

const route = '/account/$accountId/imports'

/** Choose a file, say what its columns mean, let it be checked, then let it be imported. */
export function Imports() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const mayManage = useRights(accountId).manage
  return (
    <>
      <PageHeader
        title={t('imports.title')}
        lead={t('imports.lead')}
        back={
          <BackLink to="/account/$accountId/thirdparties" params={{ accountId }} search={{}}>
            {t('imports.back')}
          </BackLink>
        }
      />
      {mayManage ? <Steps accountId={accountId} /> : <AskAdministrator detail={t('imports.notYours')} />}
    </>
  )
}

function Steps({ accountId }: { accountId: number }) {
  const navigate = useNavigate({ from: route })
  const queries = useQueryClient()
  const { import: importId } = useSearch({ from: route })
  // Kept after the check, so that the same file can be imported without being chosen again.
  const [table, setTable] = useState<TableFile | null>(null)
  const [onDuplicate, setOnDuplicate] = useState<OnDuplicate>('skip')
  const { all, units } = useSight(accountId)
  // Who sees one unit means that one.
  const [unit, setUnit] = useState(units.length === 1 ? (units[0]?.unitId ?? null) : null)
  const goTo = (next?: number) => void navigate({ search: next === undefined ? {} : { import: next } })
  const sending = useApiMutation({
    mutationFn: ({ dryRun, file }: { dryRun: boolean; file: TableFile }) =>
      sendImport(accountId, { ...toUpload(file), dryRun, onDuplicate, unit }),
    onSuccess: (made: ImportRecord) => {
      queries.setQueryData(['imports', accountId, made.importId], made)
      void queries.invalidateQueries({ queryKey: ['imports', accountId, 'list'] })
      if (!made.dryRun) setTable(null)
      goTo(made.importId)
    },
  })
  function start(dryRun: boolean) {
    if (table !== null) sending.mutate({ dryRun, file: table })
  }
  function again() {
    setTable(null)
    goTo()
  }
  return (
    <Stack gap="lg">
      {importId !== undefined ? (
        <ImportPanel
          accountId={accountId}
          importId={importId}
          pending={sending.isPending}
          onImport={table === null ? null : () => start(false)}
          onAgain={again}
          onBack={table === null ? null : () => goTo()}
        />
      ) : table === null ? (
        <ChooseFile accountId={accountId} onChoose={setTable} />
      ) : (
        <Mapping
          accountId={accountId}
          table={table}
          onTable={setTable}
          onDuplicate={onDuplicate}
          onDuplicateChange={setOnDuplicate}
          unit={unit}
          isUnitNeeded={!all}
          onUnit={setUnit}
          pending={sending.isPending}
          onCheck={() => start(true)}
          onAgain={again}
        />
      )}
      <PastImports accountId={accountId} current={importId} />
    </Stack>
  )
}
