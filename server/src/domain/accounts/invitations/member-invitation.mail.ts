import { sql } from 'kysely'
import type { AdministrationScope } from '../../../platform/administration/index.ts'
import type { Tx } from '../../../platform/db/index.ts'
import type { Language } from '../../../platform/kernel/index.ts'
import { queueMail, renderMail, type SecretLink } from '../../../platform/mail/index.ts'
import { nameRoles } from '../person-notices.mail.ts'
import { sha256 } from '../secrets.ts'

interface Facts {
  email: string
  name: string
  language: Language
  roles: string[]
  account: string
}

interface Words {
  subject: string
  title: string
  paragraphs: string[]
  label: string
  footer: string
}

/** The only place where the link ever stands. The same words for somebody known here and for a newcomer. */
export async function mailInvitation(
  tx: Tx,
  scope: AdministrationScope,
  { invitationId, link }: { invitationId: number; link: SecretLink },
): Promise<number | null> {
  const { rows } = await sql<Facts>`
    select i.email, i.name, i.language, i.roles, a.name as account
    from member_invitation i join account a on a.account_id = i.account_id
    where i.account_id = ${scope.accountId} and i.invitation_id = ${invitationId}`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error(`Invitation ${invitationId} was just written and is not there.`)
  const { language, email } = facts
  const { subject, title, paragraphs, label, footer } = words[language](facts, scope.actor.name)
  return queueMail(tx, scope, {
    // Each link has a mail of its own. The key stays when the secret is gone, and must not give it away.
    dedupeKey: `member.invitation:${invitationId}:${sha256(link.secret).toString('hex').slice(0, 16)}`,
    template: 'member.invitation',
    recipient: email,
    language,
    subject,
    ...renderMail({ language, title, paragraphs, action: { label, url: link }, footer }),
  })
}

const words: Record<Language, (facts: Facts, inviter: string) => Words> = {
  en: ({ name, account, roles }, inviter) => ({
    subject: `Your invitation to ${account} on Vigie`,
    title: `${account} invites you`,
    paragraphs: [
      `Hello ${name},`,
      `${inviter} invites you to work with ${account} on Vigie. Your role: ${nameRoles(roles, 'en')}.`,
      'Nothing happens until you accept. The link works once, within seven days, and only for you.',
    ],
    label: 'See the invitation',
    footer:
      'If you did not expect this, ignore this message or decline the invitation. Nobody else can accept it.',
  }),
  fr: ({ name, account, roles }, inviter) => ({
    subject: `Votre invitation à rejoindre ${account} sur Vigie`,
    title: `${account} vous invite`,
    paragraphs: [
      `Bonjour ${name},`,
      `${inviter} vous invite à travailler avec ${account} sur Vigie. Votre rôle\u00a0: ${nameRoles(roles, 'fr')}.`,
      'Rien ne se passe sans votre accord. Le lien fonctionne une fois, pendant sept jours, et pour vous seulement.',
    ],
    label: 'Voir l’invitation',
    footer:
      'Si vous n’attendiez pas ce message, ignorez-le ou refusez l’invitation. Personne d’autre ne peut l’accepter.',
  }),
}
