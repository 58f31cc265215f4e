import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { longDays, mailAdministrators } from './export.mail.ts'

interface Occasion {
  readonly now: Date
  readonly publicUrl: string | null
}

export async function mailDeletionAsked(
  tx: Tx,
  scope: Scope,
  { now, dueAt, publicUrl }: Occasion & { readonly dueAt: Date },
): Promise<void> {
  const [en, fr] = [longDays.en.format(dueAt), longDays.fr.format(dueAt)]
  await mailAdministrators(tx, scope, {
    key: `leaving.deletion-asked:${now.getTime()}`,
    template: 'leaving.deletion-asked',
    publicUrl,
    words: {
      en: (account) => ({
        subject: `${account} will be deleted on ${en}`,
        title: 'The deletion of your account was asked for',
        paragraphs: [
          `On ${en} everything that ${account} owns will be deleted: companies, dossiers, files, people and journals. Until then nobody can use the account.`,
          'An administrator can take this back until that day. After it, nobody can.',
        ],
      }),
      fr: (account) => ({
        subject: `${account} sera supprimé le ${fr}`,
        title: 'La suppression de votre compte a été demandée',
        paragraphs: [
          `Le ${fr}, tout ce que possède ${account} sera supprimé\u00a0: entreprises, dossiers, fichiers, personnes et journaux. D’ici là, personne ne peut utiliser le compte.`,
          'Un administrateur peut y renoncer jusqu’à ce jour. Ensuite, plus personne ne le pourra.',
        ],
      }),
    },
  })
}

export async function mailDeletionTakenBack(
  tx: Tx,
  scope: Scope,
  { now, publicUrl }: Occasion,
): Promise<void> {
  await mailAdministrators(tx, scope, {
    key: `leaving.deletion-taken-back:${now.getTime()}`,
    template: 'leaving.deletion-taken-back',
    publicUrl,
    words: {
      en: (account) => ({
        subject: `${account} stays`,
        title: 'Your account will not be deleted',
        paragraphs: [`The deletion of ${account} was taken back. Everybody can use it again.`],
      }),
      fr: (account) => ({
        subject: `${account} est conservé`,
        title: 'Votre compte ne sera pas supprimé',
        paragraphs: [`La suppression de ${account} a été annulée. Chacun peut de nouveau l’utiliser.`],
      }),
    },
  })
}
