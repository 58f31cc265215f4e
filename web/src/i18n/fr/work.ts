import { add } from './add.ts'
import { addresses } from './addresses.ts'
import { administration } from './administration.ts'
import { approval } from './approval.ts'
import { absences } from './absences.ts'
import { agents } from './agents.ts'
import { alerts } from './alerts.ts'
import { attributes } from './attributes.ts'
import { automaticChecks } from './automatic-checks.ts'
import { attributesEdit } from './attributes-edit.ts'
import { catalogue } from './catalogue.ts'
import { checks } from './checks.ts'
import { checkEntries } from './check-entries.ts'
import { clients } from './clients.ts'
import { comments } from './comments.ts'
import { contacts } from './contacts.ts'
import { datahub } from './datahub.ts'
import { dossier } from './dossier.ts'
import { evaluation } from './evaluation.ts'
import { evidenceSearch } from './evidence-search.ts'
import { exports } from './exports.ts'
import { findings } from './findings.ts'
import { help } from './help.ts'
import { imports } from './imports.ts'
import { indicators } from './indicators.ts'
import { journal } from './journal.ts'
import { leaving } from './leaving.ts'
import { mailbox } from './mailbox.ts'
import { monitoring } from './monitoring.ts'
import { operator } from './operator.ts'
import { operatorFeatures } from './operator-features.ts'
import { operatorPlace } from './operator-place.ts'
import { people } from './people.ts'
import { myWork } from './my-work.ts'
import { tasks } from './tasks.ts'
import { order } from './order.ts'
import { owners } from './owners.ts'
import { policies } from './policies.ts'
import { portfolio } from './portfolio.ts'
import { provider } from './provider.ts'
import { provisioning } from './provisioning.ts'
import { reading } from './reading.ts'
import { references } from './references.ts'
import { relationship } from './relationship.ts'
import { retention } from './retention.ts'
import { review } from './review.ts'
import { rooms } from './rooms.ts'
import { rules } from './rules.ts'
import { savedViews } from './saved-views.ts'
import { screening } from './screening.ts'
import { screeningNews } from './screening-news.ts'
import { screeningReasons } from './screening-reasons.ts'
import { screeningRuns } from './screening-runs.ts'
import { ownLists } from './own-lists.ts'
import { screeningSettings } from './screening-settings.ts'
import { seals, sealTrust } from './seals.ts'
import { security } from './security.ts'
import { setPassword } from './set-password.ts'
import { settings } from './settings.ts'
import { signInPolicy } from './sign-in-policy.ts'
import { singleSignOn } from './single-sign-on.ts'
import { thirdparty } from './thirdparty.ts'
import { units } from './units.ts'
import { users } from './users.ts'
import { viewer } from './viewer.ts'
import { webhooks } from './webhooks.ts'

/** What all other pages say. */
export const work = {
  add,
  addresses,
  agents,
  administration,
  approval,
  absences,
  alerts,
  attributes,
  attributesEdit,
  automaticChecks,
  catalogue,
  checks,
  checkEntries,
  clients,
  comments,
  contacts,
  datahub,
  dossier,
  evaluation,
  evidenceSearch,
  exports,
  findings,
  help,
  imports,
  indicators,
  journal,
  leaving,
  mailbox,
  monitoring,
  order,
  owners,
  tasks,
  myWork,
  operator,
  operatorFeatures,
  operatorPlace,
  people,
  policies,
  portfolio,
  provider,
  provisioning,
  reading,
  references,
  relationship,
  retention,
  review,
  rooms,
  rules,
  savedViews,
  screening,
  screeningNews,
  screeningReasons,
  screeningRuns,
  screeningSettings,
  ownLists,
  seals,
  sealTrust,
  security,
  setPassword,
  settings,
  signInPolicy,
  singleSignOn,
  thirdparty,
  units,
  users,
  viewer,
  webhooks,
}
