import { api } from '../../api/index.ts'
import { ExportMenu } from '../../parts/exports/export-menu.tsx'
import type { FindingsFilter } from '../../parts/findings/findings.queries.ts'
import { useAccountId } from '../../ui/use-account-id.ts'

/** All findings that the filters let through. */
export function FindingsExport({ filter: query }: { filter: FindingsFilter }) {
  const account = api.account(useAccountId())
  return (
    <ExportMenu
      fileName="findings"
      workbook={() => account.download('/findings/export.xlsx', { query })}
      csv={(look) => account.download('/findings/export.csv', { query: { ...query, ...look } })}
    />
  )
}
