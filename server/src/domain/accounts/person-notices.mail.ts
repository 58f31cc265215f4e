import type { PersonNotice } from '../../platform/jobs/index.ts'
import type { Language } from '../../platform/kernel/index.ts'

/** What a notice says besides its kind. No name that a person chose for a factor, and no address of the network. */
export interface NoticeFacts {
  readonly device?: string
  readonly account?: string
  readonly by?: string
}

/** A mail about one's own access, in words. */
export interface NoticeWords {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly closing: readonly string[]
  readonly label: string
  readonly footer: string
}

export function composeNotice(language: Language, notice: PersonNotice, facts: NoticeFacts): NoticeWords {
  const { advice, labels, footer } = common[language]
  const [title, ...paragraphs] = noticeText(language === 'fr' ? french : english, notice, facts)
  // Those with an account tell what its administrator did; the other two say themselves what to do.
  const isAdvised =
    'accountId' in notice || notice.kind === 'RESET_LINK' || notice.kind === 'PASSWORD_CHANGED'
  const closing = isAdvised ? [] : [advice]
  const label = labels[notice.kind as keyof typeof labels] ?? labels.others
  return { title, paragraphs, closing, label, footer }
}

function noticeText<K extends Kind>(texts: Texts, notice: NoticeOf<K>, facts: NoticeFacts): Text {
  return texts[notice.kind as K](notice, facts)
}

const common = {
  en: {
    advice:
      'If you did not expect this, end your other sessions, change your password and tell your administrator.',
    labels: {
      RESET_LINK: 'Choose a new password',
      PASSWORD_CHANGED: 'Go to sign-in',
      others: 'Open profile and security',
    },
    footer:
      'You receive this message because it concerns your access to Vigie. Vigie never asks for your password by e-mail.',
  },
  fr: {
    advice:
      'Si vous ne vous y attendiez pas, fermez vos autres sessions, changez votre mot de passe et prévenez votre administrateur.',
    labels: {
      RESET_LINK: 'Choisir un nouveau mot de passe',
      PASSWORD_CHANGED: 'Aller à la connexion',
      others: 'Ouvrir profil et sécurité',
    },
    footer:
      'Vous recevez ce message parce qu’il concerne votre accès à Vigie. Vigie ne demande jamais votre mot de passe par courriel.',
  },
} as const

/** The title, then the paragraphs. */
type Text = readonly [title: string, ...paragraphs: string[]]

type Kind = PersonNotice['kind']
type Matching<Notice, K> = Notice extends { kind: infer Named } ? (K extends Named ? Notice : never) : never
type NoticeOf<K extends Kind> = Matching<PersonNotice, K>
type Texts = { readonly [K in Kind]: (notice: NoticeOf<K>, facts: NoticeFacts) => Text }

const english: Texts = {
  PASSWORD_CHANGED: () => [
    'Your password was changed',
    'Your Vigie password was changed. All your other sessions have ended.',
    'If this was not you, choose a new password now with “Forgot your password?” and tell your administrator.',
  ],
  RESET_LINK: () => [
    'Choose a new password',
    'Somebody, probably you, asked for a new Vigie password.',
    'The link works once, for one hour. If you did not ask for it, ignore this message: nothing will change.',
  ],
  NEW_DEVICE: (_, { device }) => [
    'Sign-in from a new device',
    `Somebody signed in as you from a device not seen before${device ? `: ${device}` : ''}.`,
  ],
  NEW_PLACE: (_, { device }) => [
    'Sign-in from a new place',
    `Somebody signed in as you from an unfamiliar network${device ? `: ${device}` : ''}.`,
  ],
  FACTOR_ADDED: ({ factor }) => [
    'A second factor was added',
    `${factorNames.en[factor]} can now be used to sign in as you.`,
  ],
  FACTOR_REMOVED: ({ factor }) => [
    'A second factor was removed',
    `${factorNames.en[factor]} can no longer be used to sign in as you.`,
  ],
  RECOVERY_CODE_USED: ({ left }) => [
    'A recovery code was used',
    `One of your recovery codes was used to sign in. You have ${left} left.`,
  ],
  RECOVERY_CODES_MADE: () => [
    'New recovery codes were created',
    'Your former recovery codes no longer work. Keep the new ones in a safe place.',
  ],
  FACTOR_RESET_ASKED: () => [
    'An administrator wants to reset your second factor',
    'It will be reset if another administrator confirms it within 24 hours.',
  ],
  FACTOR_RESET: () => [
    'Your second factor was reset',
    'Your second factors and recovery codes no longer work, and all your sessions have ended. Sign in with your password and set up a new second factor.',
  ],
  SESSION_ENDED: ({ reason }) => ['One of your sessions was ended', endings.en[reason]],
  RIGHTS_CHANGED: englishRights,
}

const french: Texts = {
  PASSWORD_CHANGED: () => [
    'Votre mot de passe a été modifié',
    'Votre mot de passe Vigie a été modifié. Toutes vos autres sessions ont pris fin.',
    'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe avec «\u00a0Mot de passe oublié\u00a0?\u00a0» et prévenez votre administrateur.',
  ],
  RESET_LINK: () => [
    'Choisissez un nouveau mot de passe',
    'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe Vigie.',
    'Le lien fonctionne une fois, pendant une heure. Si vous n’avez rien demandé, ignorez ce message\u00a0: rien ne change.',
  ],
  NEW_DEVICE: (_, { device }) => [
    'Connexion depuis un nouvel appareil',
    `Quelqu’un s’est connecté à votre nom depuis un appareil inconnu${device ? `\u00a0: ${device}` : ''}.`,
  ],
  NEW_PLACE: (_, { device }) => [
    'Connexion depuis un nouveau lieu',
    `Quelqu’un s’est connecté à votre nom depuis un réseau inhabituel${device ? `\u00a0: ${device}` : ''}.`,
  ],
  FACTOR_ADDED: ({ factor }) => [
    'Un second facteur a été ajouté',
    `${factorNames.fr[factor]} permet désormais de se connecter à votre nom.`,
  ],
  FACTOR_REMOVED: ({ factor }) => [
    'Un second facteur a été retiré',
    `${factorNames.fr[factor]} ne permet plus de se connecter à votre nom.`,
  ],
  RECOVERY_CODE_USED: ({ left }) => [
    'Un code de secours a été utilisé',
    `L’un de vos codes de secours a servi à se connecter. Il vous en reste ${left}.`,
  ],
  RECOVERY_CODES_MADE: () => [
    'De nouveaux codes de secours ont été créés',
    'Vos anciens codes de secours ne fonctionnent plus. Gardez les nouveaux en lieu sûr.',
  ],
  FACTOR_RESET_ASKED: () => [
    'Un administrateur veut réinitialiser votre second facteur',
    'Ce sera fait si un autre administrateur le confirme dans les 24 heures.',
  ],
  FACTOR_RESET: () => [
    'Votre second facteur a été réinitialisé',
    'Vos seconds facteurs et vos codes de secours ne fonctionnent plus, et toutes vos sessions ont été fermées. Connectez-vous avec votre mot de passe et configurez un nouveau second facteur.',
  ],
  SESSION_ENDED: ({ reason }) => ['Une de vos sessions a été fermée', endings.fr[reason]],
  RIGHTS_CHANGED: frenchRights,
}

const factorNames = {
  en: { TOTP: 'An authenticator app', PASSKEY: 'A passkey' },
  fr: { TOTP: 'Une application d’authentification', PASSKEY: 'Une clé d’accès' },
} as const

const endings = {
  en: {
    ADMINISTRATOR: 'An administrator of your account ended it. You can sign in again.',
    GUESSING: 'Somebody using it entered a wrong password or code too often.',
    STOLEN: 'Its key was used twice, which happens when somebody has copied it.',
  },
  fr: {
    ADMINISTRATOR: 'Un administrateur de votre compte l’a fermée. Vous pouvez vous reconnecter.',
    GUESSING: 'Quelqu’un qui l’utilisait a saisi trop souvent un mot de passe ou un code erroné.',
    STOLEN: 'Sa clé a servi deux fois, ce qui arrive quand quelqu’un l’a copiée.',
  },
} as const

function englishRights(
  { roles, active }: NoticeOf<'RIGHTS_CHANGED'>,
  { account = '', by }: NoticeFacts,
): Text {
  const who = by || 'An administrator'
  const title = `Your rights in ${account} have changed`
  if (roles === null) return [title, `${who} removed you from the account ${account}.`]
  if (!active) return [title, `${who} suspended your access to the account ${account}.`]
  return [
    title,
    `${who} changed your roles in the account ${account}. They are now: ${nameRoles(roles, 'en')}.`,
  ]
}

function frenchRights(
  { roles, active }: NoticeOf<'RIGHTS_CHANGED'>,
  { account = '', by }: NoticeFacts,
): Text {
  const who = by || 'Un administrateur'
  const title = `Vos droits dans ${account} ont changé`
  if (roles === null) return [title, `${who} vous a retiré du compte ${account}.`]
  if (!active) return [title, `${who} a suspendu votre accès au compte ${account}.`]
  return [
    title,
    `${who} a modifié vos rôles dans le compte ${account}. Vos rôles sont désormais\u00a0: ${nameRoles(roles, 'fr')}.`,
  ]
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
