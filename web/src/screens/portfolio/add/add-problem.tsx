import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../api/index.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'

/** What leads to a company that is there. */
const titles = [
  ['THIRD_PARTY_DUPLICATE', 'add.duplicate'],
  ['CODE_TAKEN', 'add.codeTaken'],
  ['CODE_TAKEN_BY_ARCHIVED', 'add.codeTakenByArchived'],
] as const

export function AddProblem({ accountId, error }: { accountId: number; error: Error | null }) {
  const { t } = useTranslation()
  if (error === null) return null
  if (isProblem(error, 'IDENTIFIER_NOT_FOUND')) {
    return (
      <Notice tone="warning" live="assertive" title={t('add.notFound')}>
        {t('add.notFoundHelp')}
      </Notice>
    )
  }
  const known = titles.find(([code]) => isProblem(error, code))
  const sameName = isProblem(error, 'THIRD_PARTY_SAME_NAME') ? error.body['existingThirdpartyIds'] : null
  const namesake: unknown = Array.isArray(sameName) ? sameName[0] : null
  const existing = known && isProblem(error, known[0]) ? error.body['existingThirdpartyId'] : namesake
  if (typeof existing !== 'number') return <ProblemAlert title={t('add.failed')} error={error} />
  return (
    <Notice tone="warning" live="assertive" title={t(known?.[1] ?? 'add.namesake')}>
      {namesake !== null && <p>{t('add.namesakeHelp')}</p>}
      <ButtonLink
        to="/account/$accountId/thirdparties/$thirdpartyId"
        params={{ accountId, thirdpartyId: existing }}
        size="xs"
        variant="default"
      >
        {t('add.openExisting')}
      </ButtonLink>
    </Notice>
  )
}
