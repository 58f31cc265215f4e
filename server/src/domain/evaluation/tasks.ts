import type { Db } from '../../platform/db/index.ts'
import type { ObjectStore, Scanner } from '../../platform/files/index.ts'
import type { Handlers } from '../../platform/jobs/index.ts'
import { expireAccount, expireEverywhere } from './answers/expire-answers.task.ts'
import { interruptOldDrafts } from './answers/interrupt-drafts.task.ts'
import { reuseInOtherDossiers } from './answers/reuse-answers.task.ts'
import { examineBankDetails } from './bank/examine-bank-details.ts'
import { guardBankChange } from './bank/guard-bank-change.task.ts'
import { paperCodes } from './checks/codes/codes.ts'
import { checkResponse } from './checks/check-response.task.ts'
import { checkScans } from './checks/check-scans.task.ts'
import { readDraft } from './checks/read-draft.task.ts'
import { readScanOfDraft } from './checks/read-scan.task.ts'
import type { ScanSettings } from './checks/read-pictures.ts'
import { answerRegisterStatus } from './checks/register-status.task.ts'
import { verdicts } from './checks/verdict/decide-alone.ts'
import { verificationConnector } from './checks/verification/connector.ts'
import { verifyEvidenceFile } from './checks/verification/verify-file.task.ts'
import type { FileLinks } from './files/file-links.ts'
import { printForm } from './files/print-form.task.ts'
import { sweepFiles } from './files/sweep-files.task.ts'
import { applyDossierType } from './publishing/apply-type.task.ts'
import { revokeCopies } from './review/revoke-copies.task.ts'

interface TaskDeps {
  readonly store: ObjectStore
  readonly scanner: Scanner | null
  /** How pages without text are read; null: they are left to people. */
  readonly scans: ScanSettings | null
  /** Who verifies files, and those of which documents; null without a provider. */
  readonly verification: {
    readonly url: string
    readonly token: string | null
    readonly documentCodes: readonly string[]
  } | null
  readonly links: FileLinks | null
  /** Where links in mails lead; without it nobody is written to. */
  readonly publicUrl: string | null
  readonly accountIds: (db: Db) => Promise<number[]>
}

/** What is done with answers once they were sent, and with dossiers once their type has changed. */
export function evaluationTasks(deps: TaskDeps) {
  const { store, scanner, scans, verification, links, publicUrl, accountIds } = deps
  const checks = {
    store,
    scanner,
    scans,
    verifiedCodes: verification?.documentCodes ?? null,
    publicUrl,
    examineBank: examineBankDetails,
    verdicts,
    codes: paperCodes,
  }
  return {
    'catalogue.apply': applyDossierType,
    'responses.check': checkResponse(checks),
    'responses.check-scans': checkScans(checks),
    'responses.read-draft': readDraft({ store, scanner, scans }),
    'responses.read-scan': readScanOfDraft({ store, scans }),
    'responses.guard-bank-change': guardBankChange({ publicUrl }),
    'responses.verify': verifyEvidenceFile({
      store,
      scanner,
      links,
      provider: verification && verificationConnector(verification),
    }),
    'responses.form-pdf': printForm({ store }),
    'responses.reuse': reuseInOtherDossiers,
    'responses.revoke-copies': revokeCopies,
    'responses.register-status': answerRegisterStatus,
    'responses.expire-drafts': interruptOldDrafts({ accountIds }),
    'files.sweep': sweepFiles({ store, accountIds }),
    'responses.expire': expireEverywhere({ accountIds }),
    'responses.expire-account': expireAccount,
  } satisfies Partial<Handlers>
}
