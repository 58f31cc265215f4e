/** What a person is told about their own access. */
export type PersonNotice =
  | {
      kind: 'PASSWORD_CHANGED' | 'RESET_LINK' | 'RECOVERY_CODES_MADE' | 'FACTOR_RESET_ASKED' | 'FACTOR_RESET'
    }
  | { kind: 'NEW_DEVICE' | 'NEW_PLACE'; sessionId: number }
  | { kind: 'FACTOR_ADDED' | 'FACTOR_REMOVED'; factor: 'TOTP' | 'PASSKEY' }
  | { kind: 'RECOVERY_CODE_USED'; left: number }
  | { kind: 'SESSION_ENDED'; reason: 'GUESSING' | 'STOLEN' }
  | { kind: 'SESSION_ENDED'; reason: 'ADMINISTRATOR'; accountId: number }
  /** `roles` are null when the person was taken out. */
  | {
      kind: 'RIGHTS_CHANGED'
      accountId: number
      roles: readonly string[] | null
      active: boolean
      by: { type: string; id: number | null }
    }

/** What made a screening due. */
export type ScreeningTrigger =
  | 'ADDED'
  | 'SUBJECT_CHANGED'
  | 'LIST_CHANGED'
  | 'DAILY'
  | 'SETTINGS_CHANGED'
  | 'REQUESTED'
  | 'NEWS'

/**
 * Task names and what each needs to find its work: identifiers, never copies. Handlers live in the slices;
 * the worker's composition root binds the two.
 */
export interface Tasks {
  'mail.send': { accountId: number; mailId: number }
  'identity.complete': { accountId: number; thirdpartyId: number }
  'identity.refresh': Record<string, never>
  'identity.refresh-slice': { accountId: number }
  /** Folds the changes of the counts of all portfolios. */
  'thirdparties.fold-counts': Record<string, never>
  'thirdparties.import': { accountId: number; importId: number }
  /** Null stands for the whole portfolio, or for what comes after the third party `after`. */
  'attributes.recompute': { accountId: number; thirdpartyIds: number[] | null; after?: number }
  'catalogue.apply': { accountId: number; dossierTypeCode: string; typeVersion: number }
  /** `again`: the third parties came back, and what a rule opened for them before counts no more. */
  'rules.apply': { accountId: number; thirdpartyIds: number[] | null; again?: boolean }
  'rules.apply-all': Record<string, never>
  'responses.check': { accountId: number; responseId: number }
  /** As `responses.check`, of answers with pages that have no text. */
  'responses.check-scans': { accountId: number; responseId: number }
  /** Reads the files of a draft as they come, so that its sender need not type what they say. */
  'responses.read-draft': { accountId: number; responseId: number }
  /** Of such a file, the pages that have no text; one file after the other in the whole installation. */
  'responses.read-scan': { accountId: number; evidenceId: number }
  /** Somebody is to call the company if its bank details are to change, and nobody if they no longer are. */
  'responses.guard-bank-change': { accountId: number; documentId: number }
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
  /** Nobody, when somebody unknown was asked about. One mail for each occasion, however often the job runs. */
  'people.notify': { userId: number | null; notice: PersonNotice; occasion: string }
  /** Tells administrators of secrets of API clients that end within two weeks. */
  'clients.warn-secrets': Record<string, never>
  /** The verification of one of its documents moved on: whoever follows it looks again. */
  'datahub.follow-verification': { accountId: number; thirdpartyId: number }
  /** Answers SECURITY_RATING documents from what the provider said last; null stands for all of the account. */
  'datahub.answer-ratings': { accountId: number; thirdpartyIds: number[] | null }
  'datahub.answer-ratings-all': Record<string, never>
  'datahub.poll': Record<string, never>
  'datahub.poll-account': { accountId: number }
  'announcements.watch': Record<string, never>
  'announcements.watch-account': { accountId: number }
  'journal.partitions': Record<string, never>
  /** Works for a while on long migrations that are not finished. */
  'migrations.continue': Record<string, never>
  /** Makes deliveries of the events since the last time; queued with the events themselves. */
  'webhooks.fan-out': { accountId: number }
  'webhooks.fan-out-administration': { accountId: number }
  'webhooks.fan-out-screening': { accountId: number }
  'webhooks.deliver': { accountId: number; endpointId: number }
  'webhooks.sweep': Record<string, never>
  'webhooks.purge': Record<string, never>
  /** Makes alerts of what happened, and sends what is due, in accounts where there is something to do. */
  'alerts.run': Record<string, never>
  'alerts.run-account': { accountId: number }
  'alerts.clean': Record<string, never>
  /** Everything the account owns, as an archive. */
  'leaving.export': { accountId: number; exportId: number }
  /** Deletes the account, in batches. */
  'leaving.delete': { accountId: number }
  /** Ends exports whose days are over, and begins deletions that are due. */
  'leaving.run': Record<string, never>
  'journal.checkpoint': Record<string, never>
  /** Of one account, for an operator who asked. */
  'journal.verify': { accountId: number }
  /** Brings checkpoints to where they are kept besides this machine. */
  'journal.anchor': Record<string, never>
  /** Of the whole installation, where BACKUP_EVERY_HOURS asks for it. */
  'backup.run': Record<string, never>
  /** Invites who has never been written to: of one third party, or of all when there is null. */
  'invitations.invite': { accountId: number; thirdpartyId: number | null }
  'invitations.invite-all': Record<string, never>
  'invitations.reinvite': Record<string, never>
  'invitations.reinvite-account': { accountId: number }
  'invitations.remind': Record<string, never>
  'invitations.remind-account': { accountId: number }
  /** Asks the others of a company in place of contacts who are no help any more. */
  'invitations.hand-on': { accountId: number }
  /** A new way into the portal for each of these people; nobody, for an address nobody has. */
  'portal.links': { contacts: { accountId: number; contactId: number }[] }
  'portal.sweep': Record<string, never>
  /** Null stands for the whole portfolio. */
  'indicators.recompute': { accountId: number; thirdpartyIds: number[] | null }
  'indicators.recompute-all': Record<string, never>
  /** Begins approvals of dossiers that are complete, carries on those under way, and tells who has to decide. */
  'approvals.follow': { accountId: number; dossierIds: number[] }
  'approvals.run': Record<string, never>
  'approvals.run-account': { accountId: number }
  'renewals.run': Record<string, never>
  'renewals.run-account': { accountId: number }
  'renewals.warn': Record<string, never>
  'renewals.warn-account': { accountId: number }
  /** Compares these companies, and the people behind them, with the lists that count. */
  'screening.run': { accountId: number; thirdpartyIds: number[]; trigger: ScreeningTrigger }
  /** The whole portfolio, or what comes after the third party `after`. */
  'screening.run-all': { accountId: number; trigger: ScreeningTrigger; after?: number }
  /** A version of a list came into force: published, or an account's own. */
  'screening.list-changed': { listId: number; version: number; ownerAccountId: number | null }
  'screening.list-changed-account': { accountId: number; listId: number; version: number }
  /** An account deleted a list of its own: hits on it end. */
  'screening.list-deleted': { accountId: number; listId: number }
  /** Tells the operator of lists that are old, missing or cannot be fetched. */
  'screening.watch-lists': Record<string, never>
  /** Asks the screening service which version of its data it answers from. */
  'screening.follow-service': Record<string, never>
  'screening.daily': Record<string, never>
  'screening.daily-account': { accountId: number }
  /** Queues those of the lists that the operator has fetched which were not asked for within their time. */
  'watchlists.fetch-due': Record<string, never>
  'watchlists.fetch': { source: string }
  /** Reads the file of an account's own list that was sent. */
  'watchlists.load-own': { accountId: number; listId: number; version: number; force: boolean }
  /** Reviews the news of these companies; null stands for all whose documents say something else than they should. */
  'screening.news': { accountId: number; thirdpartyIds: number[] | null }
  /** Reopens what was decided about these companies where the policy says so; null stands for the whole portfolio. */
  'relationships.review': { accountId: number; thirdpartyIds: number[] | null }
  'relationships.expire': Record<string, never>
  'relationships.expire-account': { accountId: number }
  /** Looks into a file that was sent for a corrective action. */
  'findings.check-evidence': { accountId: number; evidenceId: number }
  /** A corrective action plan was accepted: its rows become actions. */
  'findings.take-plan': { accountId: number; responseId: number }
  'findings.remind': Record<string, never>
  'findings.remind-account': { accountId: number }
  'statistics.refresh': { accountId: number }
  'statistics.refresh-all': Record<string, never>
  /** Lives through the days of a sandbox that is on its way to a later moment. */
  'sandbox.advance': { accountId: number }
}

export type TaskName = keyof Tasks
