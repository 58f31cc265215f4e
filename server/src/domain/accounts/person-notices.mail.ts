import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/db/index.ts'
import type { Language } from '../../platform/kernel/index.ts'
import { queueMail, renderMail } from '../../platform/mail/index.ts'
import { inAccount } from './directory.ts'
import { accountIdsOfPerson } from './person-journal.ts'

/** What a person is told about their own access. None of it holds a secret or an address of the network. */
export type Notice =
  | { readonly kind: 'NEW_DEVICE' | 'NEW_PLACE'; readonly device: string | null }
  | { readonly kind: 'FACTOR_ADDED' | 'FACTOR_REMOVED'; readonly factor: string }
  | { readonly kind: 'RECOVERY_CODE_USED'; readonly left: number }
  | { readonly kind: 'RECOVERY_CODES_MADE' | 'RESET_ASKED' | 'RESET_DONE' }

/**
 * Writes to the person by the outbox of one of their accounts: people have none of their own. Needs a transaction of the
 * directory. Somebody who belongs nowhere is not written to.
 */
export async function mailPerson(
  tx: Tx,
  { userId, publicUrl }: { readonly userId: number; readonly publicUrl: string },
  notice: Notice,
): Promise<void> {
  const [accountId] = await accountIdsOfPerson(tx, userId)
  const person = await tx
    .selectFrom('app_user')
    .select(['email', 'language'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (accountId === undefined || !person) return
  const language: Language = person.language === 'fr' ? 'fr' : 'en'
  const { title, paragraphs } = words[language](notice)
  const { closing, label, footer } = common[language]
  const action = { label, url: `${publicUrl}/app/security` }
  const scope = { accountId, actor: { type: 'JOB', id: null, name: 'accounts' } } as const
  const mail = {
    dedupeKey: `person.${notice.kind}:${userId}:${randomUUID()}`,
    template: `person.${notice.kind.toLowerCase().replaceAll('_', '-')}`,
    recipient: person.email,
    language,
    subject: title,
    ...renderMail({ language, title, paragraphs, closing: [closing], action, footer }),
  }
  await inAccount(tx, accountId, () => queueMail(tx, scope, mail))
}

const common: Record<Language, { closing: string; label: string; footer: string }> = {
  en: {
    closing:
      'If you did not expect this, end your other sessions, change your password and tell your administrator.',
    label: 'Open profile and security',
    footer: 'You receive this message because it is about the security of your access to Vigie.',
  },
  fr: {
    closing:
      'Si vous ne vous y attendiez pas, fermez vos autres sessions, changez votre mot de passe et prévenez votre administrateur.',
    label: 'Ouvrir profil et sécurité',
    footer: 'Vous recevez ce message parce qu’il concerne la sécurité de votre accès à Vigie.',
  },
}

interface Words {
  readonly title: string
  readonly paragraphs: string[]
}

const words: Record<Language, (notice: Notice) => Words> = { en: wordsEn, fr: wordsFr }

function wordsEn(notice: Notice): Words {
  switch (notice.kind) {
    case 'NEW_DEVICE':
      return {
        title: 'Sign-in from a new device',
        paragraphs: [`Somebody signed in as you from a device not seen before${onEn(notice.device)}.`],
      }
    case 'NEW_PLACE':
      return {
        title: 'Sign-in from a new place',
        paragraphs: [`Somebody signed in as you from an unfamiliar network${onEn(notice.device)}.`],
      }
    case 'FACTOR_ADDED':
      return {
        title: 'A second factor was added',
        paragraphs: [`“${notice.factor}” can now be used to sign in as you.`],
      }
    case 'FACTOR_REMOVED':
      return {
        title: 'A second factor was removed',
        paragraphs: [`“${notice.factor}” can no longer be used to sign in as you.`],
      }
    case 'RECOVERY_CODE_USED':
      return {
        title: 'A recovery code was used',
        paragraphs: [`One of your recovery codes was used to sign in. You have ${notice.left} left.`],
      }
    case 'RECOVERY_CODES_MADE':
      return {
        title: 'New recovery codes were made',
        paragraphs: ['Your former recovery codes no longer work. Keep the new ones in a safe place.'],
      }
    case 'RESET_ASKED':
      return {
        title: 'An administrator wants to reset your second factor',
        paragraphs: ['It will be reset if another administrator confirms it within 24 hours.'],
      }
    case 'RESET_DONE':
      return {
        title: 'Your second factor was reset',
        paragraphs: [
          'Your second factors and recovery codes no longer work, and all your sessions have ended. Sign in with your password and set up a new second factor.',
        ],
      }
  }
}

function wordsFr(notice: Notice): Words {
  switch (notice.kind) {
    case 'NEW_DEVICE':
      return {
        title: 'Connexion depuis un nouvel appareil',
        paragraphs: [
          `Quelqu’un s’est connecté à votre nom depuis un appareil encore jamais vu${onFr(notice.device)}.`,
        ],
      }
    case 'NEW_PLACE':
      return {
        title: 'Connexion depuis un nouveau lieu',
        paragraphs: [
          `Quelqu’un s’est connecté à votre nom depuis un réseau inhabituel${onFr(notice.device)}.`,
        ],
      }
    case 'FACTOR_ADDED':
      return {
        title: 'Un second facteur a été ajouté',
        paragraphs: [`«\u00a0${notice.factor}\u00a0» permet désormais de se connecter à votre nom.`],
      }
    case 'FACTOR_REMOVED':
      return {
        title: 'Un second facteur a été retiré',
        paragraphs: [`«\u00a0${notice.factor}\u00a0» ne permet plus de se connecter à votre nom.`],
      }
    case 'RECOVERY_CODE_USED':
      return {
        title: 'Un code de secours a été utilisé',
        paragraphs: [`L’un de vos codes de secours a servi à se connecter. Il vous en reste ${notice.left}.`],
      }
    case 'RECOVERY_CODES_MADE':
      return {
        title: 'De nouveaux codes de secours ont été créés',
        paragraphs: ['Vos anciens codes de secours ne fonctionnent plus. Gardez les nouveaux en lieu sûr.'],
      }
    case 'RESET_ASKED':
      return {
        title: 'Un administrateur veut réinitialiser votre second facteur',
        paragraphs: ['Ce sera fait si un autre administrateur le confirme dans les 24 heures.'],
      }
    case 'RESET_DONE':
      return {
        title: 'Votre second facteur a été réinitialisé',
        paragraphs: [
          'Vos seconds facteurs et vos codes de secours ne fonctionnent plus, et toutes vos sessions ont été fermées. Connectez-vous avec votre mot de passe et configurez un nouveau second facteur.',
        ],
      }
  }
}

const onEn = (device: string | null) => (device === null ? '' : `: ${device}`)
const onFr = (device: string | null) => (device === null ? '' : `\u00a0: ${device}`)
