import type { Texts } from '../en/index.ts'
import { add } from './add.ts'
import { attributes } from './attributes.ts'
import { attributesEdit } from './attributes-edit.ts'
import { catalogue } from './catalogue.ts'
import { clients } from './clients.ts'
import { comments } from './comments.ts'
import { common } from './common.ts'
import { contacts } from './contacts.ts'
import { dashboard } from './dashboard.ts'
import { datahub } from './datahub.ts'
import { dossier } from './dossier.ts'
import { evaluation } from './evaluation.ts'
import { events } from './events.ts'
import { forecast } from './forecast.ts'
import { help } from './help.ts'
import { imports } from './imports.ts'
import { indicators } from './indicators.ts'
import { journal } from './journal.ts'
import { labels } from './labels.ts'
import { mailbox } from './mailbox.ts'
import { monitoring } from './monitoring.ts'
import { notFound } from './not-found.ts'
import { portfolio } from './portfolio.ts'
import { provider } from './provider.ts'
import { retention } from './retention.ts'
import { review } from './review.ts'
import { rules } from './rules.ts'
import { savedViews } from './saved-views.ts'
import { setPassword } from './set-password.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { status } from './status.ts'
import { thirdparty } from './thirdparty.ts'
import { timeline } from './timeline.ts'
import { users } from './users.ts'
import { viewer } from './viewer.ts'
import { webhooks } from './webhooks.ts'

export const fr: Texts = {
  add,
  attributes,
  attributesEdit,
  catalogue,
  clients,
  comments,
  common,
  contacts,
  dashboard,
  datahub,
  dossier,
  evaluation,
  events,
  forecast,
  help,
  imports,
  indicators,
  journal,
  labels,
  mailbox,
  monitoring,
  notFound,
  portfolio,
  provider,
  retention,
  review,
  rules,
  savedViews,
  setPassword,
  settings,
  shell,
  signIn,
  status,
  thirdparty,
  timeline,
  users,
  viewer,
  webhooks,
}
