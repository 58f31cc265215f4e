import { useTranslation } from 'react-i18next'
import { CompanyInput } from '../../parts/companies/company-input.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useJournalSearch } from './journal-search.ts'

export function CompanyFilter() {
  const { t } = useTranslation()
  const { search, change } = useJournalSearch()
  return (
    <CompanyInput
      accountId={useAccountId()}
      label={t('journal.company')}
      placeholder={t('journal.companyAny')}
      value={search.thirdparty ?? null}
      onChange={(thirdparty) => change({ thirdparty, dossier: null })}
    />
  )
}
