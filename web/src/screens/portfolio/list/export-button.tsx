import { api } from '../../../api/index.ts'
import { ExportMenu } from '../../../parts/exports/export-menu.tsx'
import { filterQuery } from './portfolio-search.ts'
import type { Portfolio } from './use-portfolio.ts'

/** All that the filters let through, however many pages that is. */
export function ExportButton({ portfolio }: { portfolio: Portfolio }) {
  const { accountId, search } = portfolio
  const account = api.account(accountId)
  const query = filterQuery(search)
  return (
    <ExportMenu
      fileName="portfolio"
      workbook={() => account.download('/thirdparties/export.xlsx', { query })}
      csv={(look) => account.download('/thirdparties/export.csv', { query: { ...query, ...look } })}
    />
  )
}
