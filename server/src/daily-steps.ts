import { runApprovals } from './domain/approvals/index.ts'
import { answerRatings, pollProviders, type AskProvider } from './domain/datahub/index.ts'
import { remindActions, retireFindings } from './domain/findings/index.ts'
import { recomputeIndicators } from './domain/indicators/index.ts'
import {
  handOnThemes,
  inviteContacts,
  reinviteContacts,
  remindContacts,
  type InvitationSettings,
} from './domain/invitations/index.ts'
import { watchAnnouncements } from './domain/monitoring/index.ts'
import type { AnnouncementProvider } from './domain/references/index.ts'
import { endRelationships } from './domain/relationships/index.ts'
import { renewDossiers, requestRenewals, warnContacts } from './domain/renewals/index.ts'
import { escalateOverdue, expireAnswers, interruptDrafts } from './domain/evaluation/index.ts'
import { retireAnswers } from './domain/retention/index.ts'
import { retireScreening, reviewDueNews, screenDue, type Matcher } from './domain/screening/index.ts'
import { atOnce, oneByOne, type DailyStep } from './domain/sandbox/index.ts'

export interface DailyDeps {
  readonly announcements: AnnouncementProvider | null
  readonly invitations: InvitationSettings | null
  /** Who asks providers of data over HTTP; nobody without it. */
  readonly ask: AskProvider | null
  readonly matcher: Matcher
}

/**
 * What an account does as time passes, in the order of a night: what the world tells, what ends, what is asked anew,
 * then whom to remind. Production accounts do the same by their schedules; a sandbox that advances, day by day.
 */
export function dailySteps(deps: DailyDeps): readonly DailyStep[] {
  const { invitations } = deps
  const writing: DailyStep[] = invitations
    ? [
        inviteContacts(invitations),
        reinviteContacts(invitations),
        remindContacts(invitations),
        handOnThemes,
        // After them: what they have named today is not named twice.
        warnContacts(invitations),
        remindActions(invitations),
      ]
    : []
  return [
    // The world's news, what was left lying and what is kept no longer: none of them is the others' business.
    atOnce(watchAnnouncements(deps), pollProviders(deps), interruptDrafts, retireAnswers),
    atOnce(retireScreening, retireFindings),
    answerRatings,
    reviewDueNews,
    expireAnswers,
    escalateOverdue,
    screenDue(deps.matcher),
    renewDossiers,
    requestRenewals,
    endRelationships,
    atOnce(recomputeIndicators, oneByOne(runApprovals(invitations?.publicUrl ?? null), ...writing)),
  ]
}
