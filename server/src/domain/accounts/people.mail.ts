import type { Db, Tx } from '../../platform/db/index.ts'
import { enqueue, type Handler, type Tasks } from '../../platform/jobs/index.ts'
import type { Language, Scope } from '../../platform/kernel/index.ts'
import { queueMail, renderMail, type SecretLink } from '../../platform/mail/index.ts'
import { createResetLink } from './reset-link.ts'
import { accountsOfPerson, type AccountOfPerson } from './standing.queries.ts'

export type PersonNotice = Tasks['people.notify']['notice']

interface Person {
  userId: number
  email: string
  language: Language
  version: number
  accounts: readonly AccountOfPerson[]
}

/** Nobody is a person too: a request about an unknown address costs what any other does. */
export function notifyPerson(tx: Tx, userId: number | null, notice: PersonNotice): Promise<void> {
  return enqueue(tx, 'people.notify', { userId, notice })
}

// Impatience is met with one link in this time.
const linkEveryMs = 5 * 60_000

/** Writes to a person about their own access, from the outbox of an account they belong to. */
export const sendPersonNotice =
  (publicUrl: string): Handler<'people.notify'> =>
  async ({ userId, notice }, { db, clock }) => {
    const person = userId === null ? null : await findPerson(db, userId)
    const outbox = person?.accounts[0]
    if (!person || !outbox) return
    const isLink = notice === 'RESET_LINK'
    // The outbox of a sandbox shows its links. With a second account, that would hand this one to a stranger.
    if (isLink && outbox.kind === 'SANDBOX' && person.accounts.length > 1) return
    const url = isLink ? await makeLink(db, publicUrl, person) : `${publicUrl}/app/sign-in`
    const { language, email } = person
    const { subject, paragraphs, label } = words[notice][language]
    const moment = clock.now().getTime()
    await db.write(outbox, (tx) =>
      queueMail(tx, outbox, {
        dedupeKey: `person.${notice}:${isLink ? Math.floor(moment / linkEveryMs) : moment}:${userId}`,
        template: `person.${notice.toLowerCase().replaceAll('_', '-')}`,
        recipient: email,
        language,
        subject,
        ...renderMail({
          language,
          title: subject,
          paragraphs,
          action: { label, url },
          footer: footers[language],
        }),
      }),
    )
  }

function findPerson(db: Db, userId: number): Promise<Person | null> {
  return db.system(async (tx) => {
    const row = await tx
      .selectFrom('app_user')
      .select(['email', 'language', 'token_version as version'])
      .where('user_id', '=', userId)
      .where('active', '=', true)
      .executeTakeFirst()
    if (!row) return null
    const accounts = await accountsOfPerson(tx, userId)
    return { ...row, userId, language: row.language as Language, accounts }
  })
}

function makeLink(db: Db, publicUrl: string, { userId, version, accounts }: Person): Promise<SecretLink> {
  const provesAddress = accounts[0]?.kind === 'PRODUCTION'
  return db.system((tx) => createResetLink(tx, publicUrl, { userId, version, provesAddress }))
}

interface Words {
  subject: string
  paragraphs: string[]
  label: string
}

const footers: Record<Language, string> = {
  en: 'You receive this message because it is about your access to Vigie. Vigie never asks for your password by mail.',
  fr: 'Vous recevez ce message parce qu’il concerne votre accès à Vigie. Vigie ne demande jamais votre mot de passe par courriel.',
}

const words: Record<PersonNotice, Record<Language, Words>> = {
  PASSWORD_CHANGED: {
    en: {
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your access to Vigie was changed. Every other session has ended.',
        'If this was not you, choose a new password now with “Forgot your password?” and tell your administrator.',
      ],
      label: 'Go to sign-in',
    },
    fr: {
      subject: 'Votre mot de passe a été modifié',
      paragraphs: [
        'Le mot de passe de votre accès à Vigie a été modifié. Toutes les autres sessions ont pris fin.',
        'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe avec «\u00a0Mot de passe oublié\u00a0?\u00a0» et prévenez votre administrateur.',
      ],
      label: 'Aller à la connexion',
    },
  },
  RESET_LINK: {
    en: {
      subject: 'Choose a new password',
      paragraphs: [
        'Somebody, probably you, asked for a new password for your access to Vigie.',
        'The link works once, for one hour. If you did not ask for it, ignore this message: nothing changes.',
      ],
      label: 'Choose a new password',
    },
    fr: {
      subject: 'Choisissez un nouveau mot de passe',
      paragraphs: [
        'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre accès à Vigie.',
        'Le lien fonctionne une fois, pendant une heure. Si vous n’avez rien demandé, ignorez ce message\u00a0: rien ne change.',
      ],
      label: 'Choisir un nouveau mot de passe',
    },
  },
}

export interface RightsChange {
  readonly userId: number
  /** Null when the person was taken out. */
  readonly roles: readonly string[] | null
  readonly active: boolean
}

/** Tells a member what an administrator of the account did to their rights. In the transaction that does it. */
export async function mailRightsChange(tx: Tx, scope: Scope, change: RightsChange): Promise<void> {
  const { accountId, actor } = scope
  if (actor.type === 'USER' && actor.id === change.userId) return
  const person = await tx
    .selectFrom('app_user as u')
    .innerJoin('account as a', (on) => on.on('a.account_id', '=', accountId))
    .select(['u.email', 'u.language', 'a.name as account'])
    .where('u.user_id', '=', change.userId)
    .executeTakeFirst()
  if (!person) return
  const language = person.language as Language
  const { subject, paragraphs } = rightsWords(language, {
    ...change,
    account: person.account,
    by: actor.name,
  })
  await queueMail(tx, scope, {
    dedupeKey: `person.rights:${change.userId}:${Date.now()}`,
    template: 'person.rights-changed',
    recipient: person.email,
    language,
    subject,
    ...renderMail({ language, title: subject, paragraphs, footer: footers[language] }),
  })
}

function rightsWords(
  language: Language,
  { account, roles, active, by }: RightsChange & { account: string; by: string },
): Pick<Words, 'subject' | 'paragraphs'> {
  if (language === 'fr') {
    const subject = `Vos droits chez ${account} ont changé`
    if (roles === null) return { subject, paragraphs: [`${by} vous a retiré du compte ${account}.`] }
    if (!active) return { subject, paragraphs: [`${by} a suspendu votre accès au compte ${account}.`] }
    const named = nameRoles(roles, 'fr')
    return {
      subject,
      paragraphs: [
        `${by} a modifié vos rôles dans le compte ${account}. Vos rôles sont désormais\u00a0: ${named}.`,
      ],
    }
  }
  const subject = `Your rights in ${account} have changed`
  if (roles === null) return { subject, paragraphs: [`${by} removed you from the account ${account}.`] }
  if (!active) return { subject, paragraphs: [`${by} suspended your access to the account ${account}.`] }
  return {
    subject,
    paragraphs: [
      `${by} changed your roles in the account ${account}. They are now: ${nameRoles(roles, 'en')}.`,
    ],
  }
}

const roleNames: Record<Language, Record<string, string>> = {
  en: {
    ADMIN: 'administrator',
    MANAGER: 'manager',
    REVIEWER: 'reviewer',
    READER: 'reader',
    AUDITOR: 'auditor',
  },
  fr: {
    ADMIN: 'administrateur',
    MANAGER: 'gestionnaire',
    REVIEWER: 'examinateur',
    READER: 'lecteur',
    AUDITOR: 'auditeur',
  },
}

/** Roles in words, for a sentence. */
export function nameRoles(roles: readonly string[], language: Language): string {
  const names = roles.map((role) => roleNames[language][role] ?? role)
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
}
