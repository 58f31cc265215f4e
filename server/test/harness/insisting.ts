import { AppError } from '../../src/platform/kernel/index.ts'

const forNow = ['OVERLOADED', 'WRITE_CONFLICT', 'JOURNAL_UNAVAILABLE']

/** As clients do who are asked to come back: on a busy machine a turn may not come within two seconds. */
export async function insisting<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof AppError) || !forNow.includes(error.code)) throw error
    }
  }
}
