import { api } from '../../api/index.ts'
import { ExportMenu } from '../../parts/exports/export-menu.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import type { Reason } from './forecast.queries.ts'

interface Props {
  days: number
  chosen: readonly Reason[]
  isEmpty: boolean
}

/** All that ends in this time, however many pages that is. */
export function ExportButton({ days, chosen, isEmpty }: Props) {
  const account = api.account(useAccountId())
  const query = { days, reason: [...chosen] }
  return (
    <ExportMenu
      fileName="due-dates"
      disabled={isEmpty}
      workbook={() => account.download('/forecast.xlsx', { query })}
      csv={(look) => account.download('/forecast.csv', { query: { ...query, ...look } })}
    />
  )
}
