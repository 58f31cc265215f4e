import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ProblemError, UnreachableError } from '../api/index.ts'
import { Notice } from './notice.tsx'

/** What went wrong, in the reader's words. */
function sentenceOf(error: unknown, t: TFunction): string {
  if (error instanceof ProblemError) return error.message
  return error instanceof UnreachableError ? t('common.unreachable') : t('common.unexpected')
}

interface Props {
  title: string
  error: unknown
  onRetry?: () => void
}

export function ProblemAlert({ title, error, onRetry }: Props) {
  const { t } = useTranslation()
  return (
    <Notice tone="bad" live="assertive" title={title}>
      <span>{sentenceOf(error, t)}</span>
      {onRetry !== undefined && (
        <Button size="xs" variant="default" mt={6} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </Notice>
  )
}
