import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Notice } from './notice.tsx'
import { problemText } from './problem-text.ts'

interface Props {
  title: string
  error: unknown
  onRetry?: () => void
}

export function ProblemAlert({ title, error, onRetry }: Props) {
  const { t } = useTranslation()
  return (
    <Notice tone="bad" live="assertive" title={title}>
      <span>{problemText(error, t)}</span>
      {onRetry !== undefined && (
        <Button size="xs" variant="default" mt={6} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </Notice>
  )
}
