import type { TFunction } from 'i18next'
import { isProblem, PasskeyError, ProblemError, UnreachableError } from '../api/index.ts'

/** What went wrong, in the reader's words. */
export function problemWords(error: unknown, t: TFunction): string {
  // The server's own words tell programs where to give the proof; people were asked for it.
  if (isProblem(error, 'STEP_UP_REQUIRED')) return t('proof.cancelled')
  if (error instanceof ProblemError) {
    const faults = error.errors.map(({ message }) => message)
    return faults.length > 0 && faults.length < 4 ? `${error.message} ${faults.join(' ')}` : error.message
  }
  if (error instanceof PasskeyError) return t('common.noPasskey')
  return error instanceof UnreachableError ? t('common.unreachable') : t('common.unexpected')
}
