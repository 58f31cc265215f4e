import {
  makeFirstAlerts,
  markAlertsRead,
  putPersonSettings,
  putTeamSubscriptions,
} from '../domain/alerts/index.ts'
import { publishDossierType, putDossierType, setOverduePolicy } from '../domain/evaluation/index.ts'
import { putOwnerRules } from '../domain/owners/index.ts'
import { putPolicy } from '../domain/relationships/index.ts'
import { addTeam, chooseDutyHolder, type Party } from '../domain/teams/index.ts'
import type { Tx } from '../platform/db/index.ts'
import { addDays, type Scope } from '../platform/kernel/index.ts'
import { staffOf, type Staff } from './people.ts'

const unguarded = () => {}

/** Who works together, who answers for what, who approves, and what follows by itself. */
export async function formTeams(tx: Tx, staff: Staff): Promise<void> {
  const { scope } = staff.admin
  const memberIds = (...members: readonly (keyof Staff)[]) => members.map((one) => staff[one].userId)
  await addTeam(tx, scope, { name: 'Purchasing', userIds: memberIds('admin', 'manager') })
  const compliance = await addTeam(tx, scope, {
    name: 'Compliance',
    userIds: memberIds('reviewer', 'finance'),
  })
  const security = await addTeam(tx, scope, { name: 'Information security', userIds: memberIds('security') })
  const teams = { compliance: compliance.teamId, security: security.teamId }
  await shareOut(tx, staff, teams)
  await publishKeySupplierFile(tx, scope, teams)
  await choosePolicies(tx, scope)
  await subscribe(tx, staff, teams)
}

interface TeamIds {
  readonly compliance: number
  readonly security: number
}

/** The gravest to who leads, what is outside the Union to compliance, the rest of France to the buyer. */
async function shareOut(tx: Tx, { admin, manager }: Staff, { compliance }: TeamIds): Promise<void> {
  const personOf = (userId: number): Party => ({ userId, teamId: null })
  const anything = { countries: [], categories: [], criticalities: [], unitId: null }
  const rules = [
    { ...anything, criticalities: ['High'], owner: personOf(admin.userId) },
    { ...anything, countries: ['CH', 'GB', 'IN', 'MA'], owner: { userId: null, teamId: compliance } },
    { ...anything, countries: ['FR'], owner: personOf(manager.userId) },
  ]
  await putOwnerRules(tx, admin.scope, rules, unguarded)
  await chooseDutyHolder(tx, admin.scope, personOf(admin.userId), unguarded)
}

/** What is signed with those one depends on; several people have to agree. */
async function publishKeySupplierFile(tx: Tx, scope: Scope, teams: TeamIds): Promise<void> {
  const code = 'KEY_SUPPLIER'
  await putDossierType(tx, scope, {
    code,
    guard: unguarded,
    definition: {
      label: { fr: 'Dossier fournisseur clé', en: 'Key supplier file' },
      purpose: {
        fr: 'Ce que nous signons avec ceux dont nous dépendons, approuvé par les achats puis la conformité.',
        en: 'What we sign with those we depend on, approved by purchasing and then by compliance.',
      },
      typed: false,
      themes: ['LEGAL_COMPLIANCE'],
      renewal: null,
      dueDays: 28,
      documents: [
        { code: 'NDA', required: true },
        { code: 'GTC', required: true },
      ],
      approvalSteps: [
        {
          key: 'BUYER',
          title: { fr: 'Achats', en: 'Buyer' },
          by: { role: 'MANAGER' },
          need: 'ANY',
          dueDays: 5,
        },
        {
          key: 'COMPLIANCE',
          title: { fr: 'Conformité', en: 'Compliance' },
          by: { teamId: teams.compliance },
          need: 'ANY',
          dueDays: 7,
        },
        {
          key: 'SECURITY',
          title: { fr: 'Sécurité', en: 'Security' },
          by: { teamId: teams.security },
          need: 'ANY',
          dueDays: 7,
          skipWhen: { criticalities: ['Medium', 'Low'] },
        },
      ],
    },
  })
  await publishDossierType(tx, scope, { code, applyToOpen: false, guard: unguarded })
}

async function choosePolicies(tx: Tx, scope: Scope): Promise<void> {
  const causes = {
    EXPIRY: 'ASK',
    DOSSIER_INVALID: 'OFF',
    COLLECTIVE_PROCEDURE: 'ASK',
    STRUCK_OFF: 'SUSPEND',
    LIST_HIT: 'SUSPEND',
  } as const
  await putPolicy(tx, scope, { causes, atMost: 0 }, unguarded)
  const late = { dossierTypeCode: 'CSR', chosen: { actionDays: 14, escalationDays: 20 } }
  await setOverduePolicy(tx, scope, late, unguarded)
}

/** Besides what everybody is told of. */
async function subscribe(tx: Tx, { admin, finance }: Staff, teams: TeamIds): Promise<void> {
  const rhythm = { timeZone: 'Europe/Paris', digestHour: 8, digestWeekday: 1, quiet: { from: 20, until: 7 } }
  const settings = { ...rhythm, defaults: true, mails: true }
  await putPersonSettings(
    tx,
    admin.scope,
    { userId: admin.userId, checkVersion: unguarded },
    {
      ...settings,
      subscriptions: [{ reach: 'ALL', channel: 'WEEKLY', kinds: ['PROCEDURE', 'STRUCK_OFF'] }],
    },
  )
  await putPersonSettings(
    tx,
    finance.scope,
    { userId: finance.userId, checkVersion: unguarded },
    {
      ...settings,
      subscriptions: [{ reach: 'ALL', channel: 'DAILY', kinds: ['BANK_CHANGED'] }],
    },
  )
  await putTeamSubscriptions(tx, admin.scope, teams.security, [
    { reach: 'ALL', channel: 'WEEKLY', themes: ['CYBERSECURITY'], minCriticality: 'Medium' },
  ])
}

/** Of so many days before the last one alerts are left to read. */
const unreadDays = 3

/** What the past tells, as if everybody had been told of it in time and had read what is older. */
export async function tellPast(tx: Tx, scope: Scope, lastDay: string): Promise<void> {
  await makeFirstAlerts(tx, scope)
  const last = await tx
    .selectFrom('alert')
    .select((one) => one.fn.max('alert_id').as('alertId'))
    .where('account_id', '=', scope.accountId)
    .where('occurred_at', '<', new Date(`${addDays(lastDay, -unreadDays)}T00:00:00Z`))
    .executeTakeFirst()
  if (!last?.alertId) return
  for (const { userId } of Object.values(await staffOf(tx, scope))) {
    await markAlertsRead(tx, scope, userId, { through: last.alertId })
  }
}
