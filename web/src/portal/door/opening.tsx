import { Loader } from '@mantine/core'
import { Problem } from '../parts/problem.tsx'
import { useWords } from '../words.tsx'
import { DoorFrame } from './door-frame.tsx'

/** Shown while the link is being traded, and when that did not work out. */
export function Opening({ error, onRetry }: { error?: unknown; onRetry?: () => void }) {
  const { t } = useWords()
  return (
    <DoorFrame title={t.door.title}>
      {onRetry === undefined ? (
        <output>
          <Loader size="sm" mr={12} style={{ verticalAlign: 'middle' }} />
          {t.door.opening}
        </output>
      ) : (
        <Problem title={t.door.openFailed} error={error} onRetry={onRetry} />
      )}
    </DoorFrame>
  )
}
