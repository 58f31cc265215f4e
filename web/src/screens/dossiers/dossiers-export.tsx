import { api } from '../../api/index.ts'
import { ExportMenu } from '../../parts/exports/export-menu.tsx'
import type { DossiersFilter } from './dossiers.queries.ts'

/** All dossiers that the filters let through. */
export function DossiersExport({ accountId, filter }: { accountId: number; filter: DossiersFilter }) {
  const account = api.account(accountId)
  const { withOwner: _shown, ...query } = filter
  return (
    <ExportMenu
      fileName="dossiers"
      workbook={() => account.download('/dossiers/export.xlsx', { query })}
      csv={(look) => account.download('/dossiers/export.csv', { query: { ...query, ...look } })}
    />
  )
}
