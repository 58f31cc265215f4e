import type { TFunction } from 'i18next'
import { ProblemError, UnreachableError } from '../api/index.ts'

/** What went wrong, in the reader's words. */
export function problemWords(error: unknown, t: TFunction): string {
  if (error instanceof ProblemError) {
    const faults = error.errors.map(({ message }) => message)
    return faults.length > 0 && faults.length < 4 ? `${error.message} ${faults.join(' ')}` : error.message
  }
  return error instanceof UnreachableError ? t('common.unreachable') : t('common.unexpected')
}
