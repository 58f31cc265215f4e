import type { Language } from '../../platform/kernel/index.ts'
import { parseCheckpoint, type Checkpoint } from '../../platform/journal/index.ts'
import { mailStates, queueMail, renderMail } from '../../platform/mail/index.ts'
import type { AnchorTarget } from './anchor.ts'

export interface AnchorMailOptions {
  readonly recipients: readonly string[]
  readonly language: Language
}

const template = 'journal.checkpoint'

/** Once a day and account, through the outbox: delivered when the relay took every mail. */
export function mailTarget({ recipients, language }: AnchorMailOptions): AnchorTarget {
  return {
    name: 'MAIL',
    rhythm: 'daily',
    deliver: ({ line, seq }, { db, scope }) =>
      db.write(scope, async (tx) => {
        const keyOf = (recipient: string) => `${template}:${seq}:${recipient}`
        const states = await mailStates(tx, scope, recipients.map(keyOf))
        const checkpoint = parseCheckpoint(line)
        if (!checkpoint) return { state: 'failed', fault: 'MALFORMED' }
        for (const recipient of recipients) {
          if (states.has(keyOf(recipient))) continue
          await queueMail(tx, scope, {
            dedupeKey: keyOf(recipient),
            template,
            recipient,
            language,
            ...composeMail(language, checkpoint, line),
          })
        }
        if ([...states.values()].includes('FAILED')) return { state: 'failed', fault: 'MAIL_REFUSED' }
        const isSent = states.size === recipients.length && [...states.values()].every((it) => it === 'SENT')
        return isSent ? { state: 'delivered' } : { state: 'pending' }
      }),
  }
}

function composeMail(language: Language, checkpoint: Checkpoint, line: string) {
  const { subject, title, paragraphs, label, footer } = words[language](checkpoint)
  return {
    subject,
    ...renderMail({ language, title, paragraphs, items: [{ label, note: line }], footer }),
  }
}

interface Words {
  subject: string
  title: string
  paragraphs: string[]
  label: string
  footer: string
}

const words: Record<Language, (checkpoint: Checkpoint) => Words> = {
  en: ({ accountId, seq }) => ({
    subject: `Checkpoint of the journal of account ${accountId}: event ${seq}`,
    title: 'Checkpoint of the journal',
    paragraphs: [
      `The journal of account ${accountId} went up to event ${seq}. The line below is signed and names no one.`,
      'Please keep this mail. Whoever later cuts or rewrites the journal contradicts it: save the mail as text and run vigie journal verify --checkpoints with that file.',
    ],
    label: `Account ${accountId}, event ${seq}`,
    footer: 'Sent once a day to the addresses the operator of this installation has set.',
  }),
  fr: ({ accountId, seq }) => ({
    subject: `Point de contrôle du journal du compte ${accountId}\u00a0: événement ${seq}`,
    title: 'Point de contrôle du journal',
    paragraphs: [
      `Le journal du compte ${accountId} allait jusqu’à l’événement ${seq}. La ligne ci-dessous est signée et ne nomme personne.`,
      'Conservez ce message. Un journal coupé ou réécrit par la suite le contredira\u00a0: enregistrez-le comme texte et lancez vigie journal verify --checkpoints avec ce fichier.',
    ],
    label: `Compte ${accountId}, événement ${seq}`,
    footer: 'Envoyé une fois par jour aux adresses choisies par l’exploitant de cette installation.',
  }),
}
