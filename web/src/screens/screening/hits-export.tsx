import { api } from '../../api/index.ts'
import { ExportMenu } from '../../parts/exports/export-menu.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { wireFilter, type HitFilter } from './screening.queries.ts'

/** All hits that the filters let through, with their decisions; for whoever decides or audits. */
export function HitsExport({ filter }: { filter: HitFilter }) {
  const accountId = useAccountId()
  const { decide, audit } = useRights(accountId)
  if (!decide && !audit) return null
  const account = api.account(accountId)
  const query = wireFilter(filter)
  return (
    <ExportMenu
      fileName="screening-hits"
      workbook={() => account.download('/screening/hits/export.xlsx', { query })}
      csv={(look) => account.download('/screening/hits/export.csv', { query: { ...query, ...look } })}
      invalidates={[['administration-journal', accountId]]}
    />
  )
}
