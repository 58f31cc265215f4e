import { AppError } from '../../../src/platform/kernel/index.ts'

/** Something that would change an account and tell of it; may be tried again and again while it fails. */
export interface Attempt {
  /** The operation or job, as the catalogue of events calls it. */
  readonly name: string
  readonly accountId: number
  /** What came of it: a status and a problem's code. */
  readonly make: () => Promise<string>
  /** Where a job writes down, before it knows what there is to tell, when its turn comes again. */
  readonly plan?: string
}

export const done = 'done'

/** What a job ended with, in the words of an answer. */
export async function outcomeOf(job: Promise<void>): Promise<string> {
  try {
    await job
    return done
  } catch (error) {
    return error instanceof AppError ? `${error.status} ${error.code}` : String(error)
  }
}
