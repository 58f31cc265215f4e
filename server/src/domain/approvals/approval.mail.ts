import type { Language, Scope } from '../../platform/kernel/index.ts'
import { renderMail, type NewMail } from '../../platform/mail/index.ts'
import { formatLong, subjectLine } from '../invitations/index.ts'

/** A step waits for somebody, will soon be due, or is overdue. */
export type ApprovalOccasion = 'ASKED' | 'SOON' | 'LATE'

/** What somebody who can decide on a step is told. */
export interface ApprovalNotice {
  readonly stepId: number
  readonly occasion: ApprovalOccasion
  readonly userId: number
  readonly email: string
  readonly language: Language
  readonly account: string
  readonly company: string
  readonly dossierId: number
  readonly dossier: Record<Language, string>
  readonly step: Record<Language, string>
  readonly dueDate: string
}

export function approvalMail({ accountId }: Scope, about: ApprovalNotice, publicUrl: string): NewMail {
  const { stepId, occasion, userId, email, language, account, dossierId } = about
  const { title, said, subject } = words[language](about)[occasion]
  const url = `${publicUrl}/app/account/${accountId}/dossiers/${dossierId}`
  return {
    dedupeKey: `approval.${occasion}:${stepId}:${userId}`,
    template: `approval.${occasion.toLowerCase()}`,
    recipient: email,
    language,
    subject: subjectLine(subject),
    ...renderMail({
      language,
      title,
      paragraphs: [said, next[language]],
      action: { label: open[language], url },
      footer: footer[language](account),
    }),
  }
}

const open: Record<Language, string> = { en: 'Open the dossier', fr: 'Ouvrir le dossier' }
const next: Record<Language, string> = {
  en: 'What to do next: open the dossier and approve or refuse it, or ask somebody else to decide in your place.',
  fr: 'Ce qu’il faut faire\u00a0: ouvrez le dossier et approuvez-le ou refusez-le, ou demandez à une autre personne de décider à votre place.',
}
const footer: Record<Language, (account: string) => string> = {
  en: (account) => `Sent to those who can decide on this step of ${account}.`,
  fr: (account) => `Envoyé aux personnes qui peuvent décider de cette étape de ${account}.`,
}

interface Words {
  subject: string
  title: string
  said: string
}

const words: Record<Language, (about: ApprovalNotice) => Record<ApprovalOccasion, Words>> = {
  en: ({ company, dossier, step, dueDate }) => {
    const what = `the dossier “${dossier.en}” of ${company} in the step “${step.en}”`
    const day = formatLong(dueDate, 'en')
    return {
      ASKED: {
        subject: `To approve: ${company}`,
        title: 'A dossier waits for your decision',
        said: `All documents are accepted. You can now decide on ${what}, by ${day}.`,
      },
      SOON: {
        subject: `To approve by ${day}: ${company}`,
        title: 'A decision is due soon',
        said: `Your decision on ${what} is due by ${day}.`,
      },
      LATE: {
        subject: `Decision overdue: ${company}`,
        title: 'A decision is overdue',
        said: `A decision on ${what} was due by ${day}. Its approval waits for it.`,
      },
    }
  },
  fr: ({ company, dossier, step, dueDate }) => {
    const what = `le dossier «\u00a0${dossier.fr}\u00a0» de ${company}, à l’étape «\u00a0${step.fr}\u00a0»`
    const day = formatLong(dueDate, 'fr')
    return {
      ASKED: {
        subject: `À approuver\u00a0: ${company}`,
        title: 'Un dossier attend votre décision',
        said: `Tous les documents sont acceptés. Votre décision est attendue sur ${what}, au plus tard le ${day}.`,
      },
      SOON: {
        subject: `À approuver avant le ${day}\u00a0: ${company}`,
        title: 'Une décision est bientôt attendue',
        said: `Votre décision sur ${what} est attendue au plus tard le ${day}.`,
      },
      LATE: {
        subject: `Décision en retard\u00a0: ${company}`,
        title: 'Une décision est en retard',
        said: `Une décision sur ${what} était attendue au plus tard le ${day}. Son approbation l’attend.`,
      },
    }
  },
}
