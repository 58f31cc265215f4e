import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../api/index.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'

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
  const existing = isProblem(error, 'THIRD_PARTY_DUPLICATE') ? error.body['existingThirdpartyId'] : null
  if (typeof existing !== 'number') return <ProblemAlert title={t('add.failed')} error={error} />
  return (
    <Notice tone="warning" live="assertive" title={t('add.duplicate')}>
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
