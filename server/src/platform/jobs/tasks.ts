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
  'catalogue.apply': { accountId: number; dossierTypeCode: string; typeVersion: number }
  /** `again`: the third parties came back, and what a rule opened for them before counts no more. */
  'rules.apply': { accountId: number; thirdpartyIds: number[] | null; again?: boolean }
  'rules.apply-all': Record<string, never>
  'responses.check': { accountId: number; responseId: number }
  'responses.form-pdf': { accountId: number; responseId: number }
  /** Answers its REGISTER_STATUS documents from what the register says. */
  'responses.register-status': { accountId: number; thirdpartyId: number }
  'responses.revoke-copies': { accountId: number; responseId: number }
  'responses.reuse': { accountId: number; documentIds: number[] }
  /** `reference` is the provider's, once it has one; `askedAt` in milliseconds tells one asking from the next. */
  'responses.verify': {
    accountId: number
    evidenceId: number
    reference: string | null
    repeat: boolean
    attempt: number
    askedAt: number
  }
  'responses.expire-drafts': Record<string, never>
  'responses.expire': Record<string, never>
  'responses.expire-account': { accountId: number }
  'retention.run': Record<string, never>
  'retention.run-account': { accountId: number }
  'files.delete': { accountId: number; objectKeys: string[] }
  'files.sweep': Record<string, never>
  'idempotency.purge': Record<string, never>
  'sessions.purge': Record<string, never>
  'journal.partitions': Record<string, never>
}

export type TaskName = keyof Tasks
