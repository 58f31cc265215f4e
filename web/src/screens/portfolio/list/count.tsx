import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import type { PortfolioPage } from '../portfolio.queries.ts'

export function Count({ page }: { page: PortfolioPage | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (page === undefined) return t('common.loading')
  const total = format.number(page.totalElements)
  return page.totalIsExact ? t('portfolio.count', { total }) : t('portfolio.countAtLeast', { total })
}
