import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isProblem, type ProblemError } from '../../api/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'

/** Faults that are shown beside the field they are about. */
export function isAboutIdentifier(error: Error | null): error is ProblemError {
  return isProblem(
    error,
    'IDENTIFIER_FORMAT_INVALID',
    'IDENTIFIER_CHECKSUM_INVALID',
    'IDENTIFIER_MISSING',
    'VAT_COUNTRY_UNSUPPORTED',
  )
}

export function AddProblem({ accountId, error }: { accountId: number; error: Error | null }) {
  const { t } = useTranslation()
  if (error === null || isAboutIdentifier(error)) return null
  if (isProblem(error, 'IDENTIFIER_NOT_FOUND')) {
    return (
      <Notice tone="warning" live="assertive" title={t('add.notFound')}>
        {t('add.notFoundHelp')}
      </Notice>
    )
  }
  const existing = isProblem(error, 'THIRD_PARTY_DUPLICATE') ? error.members['existingThirdpartyId'] : null
  if (typeof existing !== 'number') return <ProblemAlert title={t('add.failed')} error={error} />
  return (
    <Notice tone="warning" live="assertive" title={t('add.duplicate')}>
      <Button
        component={Link}
        to={`/account/${accountId}/thirdparties/${existing}`}
        size="xs"
        variant="default"
      >
        {t('add.openExisting')}
      </Button>
    </Notice>
  )
}
