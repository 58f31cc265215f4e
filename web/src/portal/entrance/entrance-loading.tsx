import { Loader } from '@mantine/core'
import { Problem } from '../parts/problem.tsx'
import { useTexts } from '../texts.tsx'
import { EntranceFrame } from './entrance-frame.tsx'

/** Shown while the link is being traded, and when that did not work out. */
export function EntranceLoading({ error, onRetry }: { error?: unknown; onRetry?: () => void }) {
  const { t } = useTexts()
  return (
    <EntranceFrame title={t.door.title}>
      {onRetry === undefined ? (
        <output>
          <Loader size="sm" mr={12} style={{ verticalAlign: 'middle' }} />
          {t.door.opening}
        </output>
      ) : (
        <Problem title={t.door.openFailed} error={error} onRetry={onRetry} />
      )}
    </EntranceFrame>
  )
}
