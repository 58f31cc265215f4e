import { operatorChain } from '../../platform/administration/index.ts'
import type { Language } from '../../platform/kernel/index.ts'
import { parseCheckpoint, type Checkpoint } from '../../platform/journal/index.ts'
import { mailStates, queueMail, renderMail } from '../../platform/mail/index.ts'
import type { AnchorTarget } from './anchor.ts'

export interface AnchorMailOptions {
  readonly recipients: readonly string[]
  readonly language: Language
}

/** Once a day and chain, through the outbox: delivered when the relay took every mail. */
export function mailTarget({ recipients, language }: AnchorMailOptions): AnchorTarget {
  return {
    name: 'MAIL',
    rhythm: 'daily',
    deliver: ({ line, chain, seq }, { db, scope }) =>
      db.write(scope, async (tx) => {
        const template = chain === 'EVENTS' ? 'journal.checkpoint' : 'administration.checkpoint'
        const mailKey = (recipient: string) => `${template}:${seq}:${recipient}`
        const states = await mailStates(tx, scope, recipients.map(mailKey))
        const checkpoint = parseCheckpoint(line)
        if (!checkpoint) return { state: 'failed', fault: 'MALFORMED' }
        for (const recipient of recipients) {
          if (states.has(mailKey(recipient))) continue
          await queueMail(tx, scope, {
            dedupeKey: mailKey(recipient),
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
  en: (checkpoint) => {
    const { journal, last, label } = englishNames(checkpoint)
    return {
      subject: `Checkpoint of ${journal}: ${last}`,
      title: 'Checkpoint of the journal',
      paragraphs: [
        `When this mail was written, ${journal} had reached ${last}. The line below is signed and contains no names.`,
        'Please keep this mail. If the journal is later cut or rewritten, it will contradict this line: save the mail as text and run vigie journal verify --checkpoints with that file.',
      ],
      label: `${label}, ${last}`,
      footer: 'Sent once a day to the addresses chosen by the operator of this installation.',
    }
  },
  fr: (checkpoint) => {
    const { of, last, label } = frenchNames(checkpoint)
    return {
      subject: `Point de contrôle du ${of}\u00a0: ${last}`,
      title: 'Point de contrôle du journal',
      paragraphs: [
        `À l’envoi de ce message, le ${of} allait jusqu’à l’${last}. La ligne ci-dessous est signée et ne contient aucun nom.`,
        'Conservez ce message. Un journal coupé ou réécrit par la suite le contredira\u00a0: enregistrez-le au format texte et lancez vigie journal verify --checkpoints avec ce fichier.',
      ],
      label: `${label}, ${last}`,
      footer: 'Envoyé une fois par jour aux adresses choisies par l’exploitant de cette installation.',
    }
  },
}

function englishNames({ accountId, chain, seq }: Checkpoint) {
  if (chain === 'EVENTS') {
    return {
      journal: `the journal of account ${accountId}`,
      last: `event ${seq}`,
      label: `Account ${accountId}`,
    }
  }
  const isOperator = accountId === operatorChain
  return {
    journal: isOperator
      ? 'the administration journal of the operator'
      : `the administration journal of account ${accountId}`,
    last: `entry ${seq}`,
    label: isOperator ? 'Operator, administration' : `Account ${accountId}, administration`,
  }
}

function frenchNames({ accountId, chain, seq }: Checkpoint) {
  if (chain === 'EVENTS') {
    return { of: `journal du compte ${accountId}`, last: `événement ${seq}`, label: `Compte ${accountId}` }
  }
  const isOperator = accountId === operatorChain
  return {
    of: isOperator
      ? 'journal d’administration de l’exploitant'
      : `journal d’administration du compte ${accountId}`,
    last: `entrée ${seq}`,
    label: isOperator ? 'Exploitant, administration' : `Compte ${accountId}, administration`,
  }
}
