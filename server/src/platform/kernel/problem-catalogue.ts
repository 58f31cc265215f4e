import { accessProblems } from './problem-catalogue-access.ts'
import { approvalProblems } from './problem-catalogue-approvals.ts'
import { agentProblems } from './problem-catalogue-agents.ts'
import { alertProblems } from './problem-catalogue-alerts.ts'
import { contactFileProblems } from './problem-catalogue-contact-files.ts'
import { datahubProblems } from './problem-catalogue-datahub.ts'
import { evidenceProblems } from './problem-catalogue-evidence.ts'
import { findingProblems } from './problem-catalogue-findings.ts'
import { importProblems } from './problem-catalogue-imports.ts'
import { keyProblems } from './problem-catalogue-keys.ts'
import { operatorProblems } from './problem-catalogue-operator.ts'
import { leavingProblems } from './problem-catalogue-leaving.ts'
import { ownerProblems } from './problem-catalogue-owners.ts'
import { relationshipProblems } from './problem-catalogue-relationships.ts'
import { portalProblems } from './problem-catalogue-portal.ts'
import { portfolioProblems } from './problem-catalogue-portfolio.ts'
import { proofProblems } from './problem-catalogue-proof.ts'
import { provisioningProblems } from './problem-catalogue-provisioning.ts'
import { queryProblems } from './problem-catalogue-queries.ts'
import { screeningProblems } from './problem-catalogue-screening.ts'
import { serviceProblems } from './problem-catalogue-service.ts'
import { settingsProblems } from './problem-catalogue-settings.ts'
import { spreadsheetProblems } from './problem-catalogue-spreadsheets.ts'
import { taskProblems } from './problem-catalogue-tasks.ts'

export const catalogue = {
  ...accessProblems,
  ...proofProblems,
  ...serviceProblems,
  ...queryProblems,
  ...portfolioProblems,
  ...keyProblems,
  ...importProblems,
  ...spreadsheetProblems,
  ...contactFileProblems,
  ...evidenceProblems,
  ...portalProblems,
  ...settingsProblems,
  ...datahubProblems,
  ...provisioningProblems,
  ...ownerProblems,
  ...taskProblems,
  ...relationshipProblems,
  ...approvalProblems,
  ...alertProblems,
  ...screeningProblems,
  ...findingProblems,
  ...agentProblems,
  ...operatorProblems,
  ...leavingProblems,
} as const

export type ProblemCode = keyof typeof catalogue
