/**
 * Task names and what each needs to find its work: identifiers, never copies. Handlers live in the slices;
 * the worker's composition root binds the two.
 */
export interface Tasks {
  'mail.send': { accountId: number; mailId: number }
  'identity.complete': { accountId: number; thirdpartyId: number }
  'identity.refresh': Record<string, never>
  'identity.refresh-slice': { accountId: number }
  'thirdparties.import': { accountId: number; importId: number }
  /** Null stands for the whole portfolio. */
  'attributes.recompute': { accountId: number; thirdpartyIds: number[] | null }
  'idempotency.purge': Record<string, never>
  'sessions.purge': Record<string, never>
  'journal.partitions': Record<string, never>
}

export type TaskName = keyof Tasks
