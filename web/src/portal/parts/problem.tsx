import { Button } from '@mantine/core'
import { isProblem, UnreachableError } from '../../api/problem.ts'
import { Notice } from '../../ui/notice.tsx'
import { useTexts } from '../texts.tsx'

interface Props {
  title: string
  error: unknown
  onRetry?: () => void
}

/** What went wrong, in the reader's words. */
export function Problem({ title, error, onRetry }: Props) {
  const { t } = useTexts()
  return (
    <Notice tone="bad" live="assertive" title={title}>
      <span>{sentenceOf(error, t.common)}</span>
      {onRetry !== undefined && (
        <Button size="sm" variant="default" mt={6} onClick={onRetry}>
          {t.common.retry}
        </Button>
      )}
    </Notice>
  )
}

export function sentenceOf(error: unknown, texts: { unreachable: string; unexpected: string }): string {
  if (isProblem(error)) return error.detail
  return error instanceof UnreachableError ? texts.unreachable : texts.unexpected
}
