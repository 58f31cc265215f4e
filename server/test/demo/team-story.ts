import type { Act } from './act.ts'
import { sendAnswer } from './acts/answers.ts'
import { beAway, decideOnStep } from './acts/approvals.ts'
import { introduce } from './acts/contacts.ts'
import { approve } from './acts/decisions.ts'
import { acceptProof, askForAction, closeFinding, openFindingAt, proveAction } from './acts/findings.ts'
import { openByHand } from './acts/openings.ts'
import { nameFollowers, nameOwner } from './acts/owners.ts'
import { decideOnCompany } from './acts/relationships.ts'
import { readMentions } from './acts/talk.ts'
import { commentOnTask, endTask, giveTask } from './acts/tasks.ts'
import { actions, decisions, findings, remarks, tasks, unsignedPolicy } from './team-words.ts'

const purchasing = { team: 'Purchasing' }
const security = { team: 'Information security' }

/** Who answers for what beyond the rules, and who looks on. */
const sharing: readonly Act[] = [
  nameOwner(31.5, { by: 'admin', number: 7, owner: purchasing }),
  nameOwner(31.5, { by: 'admin', number: 12, owner: purchasing }),
  nameOwner(28, { by: 'manager', number: 24, owner: 'admin' }),
  nameOwner(22, { by: 'admin', number: 62, owner: 'reviewer' }),
  nameOwner(14, { by: 'admin', number: 3, owner: 'security' }),
  nameOwner(12, { by: 'admin', number: 75, typeCode: 'CYBERSECURITY', owner: security }),
  nameFollowers(40, 1, ['reviewer']),
  nameFollowers(21, 30, ['finance', { team: 'Compliance' }]),
  nameFollowers(20, 5, ['admin', 'finance']),
  // Before the buyer leaves for some days.
  nameOwner(3.9, { by: 'manager', number: 6, owner: 'admin' }),
  beAway(3.8, { who: 'manager', fromInDays: 1, days: 9, substitute: 'admin' }),
]

const toDo: readonly Act[] = [
  giveTask(22, tasks.block),
  endTask(21, { by: 'finance', title: tasks.block.title, text: remarks.blocked }),
  giveTask(14, tasks.deposits),
  commentOnTask(8, { by: 'finance', title: tasks.deposits.title, text: remarks.deposits }),
  giveTask(13, tasks.backups),
  commentOnTask(9, { by: 'security', title: tasks.backups.title, text: remarks.backups }),
  giveTask(10, tasks.quarter),
  giveTask(6.5, tasks.exposure),
  commentOnTask(5, { by: 'finance', title: tasks.exposure.title, text: remarks.counting }),
  endTask(4.5, { by: 'finance', title: tasks.exposure.title, text: remarks.exposure }),
  giveTask(6, tasks.meeting),
  commentOnTask(3, { by: 'reviewer', title: tasks.meeting.title, text: remarks.meeting }),
  readMentions(21, 'manager'),
  readMentions(14, 'admin'),
  readMentions(14, 'reviewer'),
]

/** Whom one works with. One decision is reopened when the gazette tells of a procedure. */
const relations: readonly Act[] = [
  decideOnCompany(37, decisions.valmerac),
  decideOnCompany(34, decisions.mirecastel),
  decideOnCompany(31, decisions.marguerin),
  decideOnCompany(25, decisions.kervadoue),
  endTask(11, { by: 'manager', title: decisions.kervadoue.conditions[1].text, text: remarks.visit }),
  decideOnCompany(22, decisions.caraibe),
  decideOnCompany(5, decisions.nordhafen),
  endTask(1.5, {
    by: 'security',
    title: decisions.nordhafen.conditions[1].text,
    text: remarks.nordhafenContact,
  }),
  decideOnCompany(1.2, decisions.levantine),
]

const keySupplier = ['NDA', 'GTC']

/** One is approved by all, one is refused, and one waits for whoever stands in for the buyer. */
const approvals: readonly Act[] = [
  openByHand(12, 'KEY_SUPPLIER', [68]),
  sendAnswer({ daysAgo: 10, number: 68, codes: keySupplier, byPortal: true }),
  approve(9, [68]),
  decideOnStep(8, {
    by: 'manager',
    number: 68,
    key: 'BUYER',
    outcome: 'APPROVED',
    remark: remarks.nordhafenBuyer,
  }),
  decideOnStep(7, { by: 'finance', number: 68, key: 'COMPLIANCE', outcome: 'APPROVED', remark: null }),
  decideOnStep(6, {
    by: 'security',
    number: 68,
    key: 'SECURITY',
    outcome: 'APPROVED',
    remark: remarks.nordhafenSecurity,
  }),
  openByHand(7.5, 'KEY_SUPPLIER', [83]),
  sendAnswer({ daysAgo: 5.9, number: 83, codes: keySupplier, byPortal: true }),
  approve(5.5, [83]),
  decideOnStep(5.2, { by: 'manager', number: 83, key: 'BUYER', outcome: 'APPROVED', remark: null }),
  decideOnStep(3.2, {
    by: 'reviewer',
    number: 83,
    key: 'COMPLIANCE',
    outcome: 'REFUSED',
    remark: remarks.brenterra,
  }),
  openByHand(9, 'KEY_SUPPLIER', [9]),
  sendAnswer({ daysAgo: 5.8, number: 9, codes: keySupplier, byPortal: true }),
  approve(3, [9]),
]

/** What is wrong at companies, and what they do about it. */
const corrections: readonly Act[] = [
  openFindingAt(41, findings.training),
  askForAction(40.5, { by: 'reviewer', finding: findings.training.title, ...actions.training }),
  proveAction(34, { number: 1, title: actions.training.title, comment: remarks.training, byPortal: false }),
  acceptProof(33, 'reviewer', actions.training.title),
  closeFinding(32, { by: 'reviewer', title: findings.training.title, reason: remarks.trained }),
  openFindingAt(26, findings.environment),
  introduce(25.5, 24),
  askForAction(24.5, { by: 'reviewer', finding: findings.environment.title, ...actions.responsible }),
  askForAction(24.4, { by: 'reviewer', finding: findings.environment.title, ...actions.plan }),
  proveAction(16, {
    number: 24,
    title: actions.responsible.title,
    comment: remarks.responsible,
    byPortal: true,
  }),
  acceptProof(15, 'reviewer', actions.responsible.title),
  proveAction(2, { number: 24, title: actions.plan.title, comment: remarks.plan, byPortal: true }),
  openFindingAt(15.5, findings.restore),
  askForAction(15.4, { by: 'security', finding: findings.restore.title, ...actions.restore }),
  askForAction(4.7, { by: 'security', finding: unsignedPolicy.title, ...actions.policy }),
  openFindingAt(1.8, findings.sanctions),
]

/** Other bank details than the accepted ones: one of two has agreed, and nobody has called yet. */
const bankChange: readonly Act[] = [
  sendAnswer({
    daysAgo: 3.5,
    number: 7,
    codes: ['BANK_DETAILS'],
    byPortal: true,
    age: 2,
    otherAccount: true,
  }),
  approve(2, [7], 'finance'),
]

/** How the people of the account work together. */
export const teamStory: readonly Act[] = [
  ...sharing,
  ...toDo,
  ...relations,
  ...approvals,
  ...corrections,
  ...bankChange,
]
