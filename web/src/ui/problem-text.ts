import type { TFunction } from 'i18next'
import { isProblem, PasskeyError, UnreachableError } from '../api/index.ts'

/** What went wrong, in the reader's words. */
export function problemText(error: unknown, t: TFunction): string {
  // The server's own words tell programs where to give the proof; people were asked for it.
  if (isProblem(error, 'STEP_UP_REQUIRED')) return t('proof.cancelled')
  if (isProblem(error)) {
    const faults = error.errors.map(({ message }) => message)
    return faults.length > 0 && faults.length < 4 ? `${error.detail} ${faults.join(' ')}` : error.detail
  }
  if (error instanceof PasskeyError) return t('common.noPasskey')
  return error instanceof UnreachableError ? t('common.unreachable') : t('common.unexpected')
}
