import type { Day, Language, Scope } from '../../platform/kernel/index.ts'
import type { NewMail, SecretLink } from '../../platform/mail/index.ts'
import { askingMail, formatLong, type Addressee, type InvitationSettings } from '../invitations/index.ts'

interface ToDo {
  readonly title: string
  readonly dueOn: Day
}

interface ActionsAsked {
  readonly to: Addressee
  readonly actions: readonly ToDo[]
  readonly link: SecretLink
  /** The account's present day. */
  readonly day: Day
}

/** A mail is read on a phone: beyond this the portal shows the rest. */
const mostItems = 25

/** What a company is to put right, the most pressing first. */
export function actionsMail(
  scope: Pick<Scope, 'accountId'>,
  { to, actions, link, day }: ActionsAsked,
  settings: InvitationSettings,
): NewMail {
  const { language } = to
  const items = actions.slice(0, mostItems).map(({ title, dueOn }) => {
    const when = formatLong(dueOn, language)
    return dueOn < day
      ? { label: title, alert: late[language](when), note: '' }
      : { label: title, note: by[language](when) }
  })
  const asking = { asked: { items }, link, day, ...words[language](to, actions.length) }
  return askingMail(scope, to, asking, settings)
}

const late: Record<Language, (day: string) => string> = {
  en: (day) => `Late: was due on ${day}`,
  fr: (day) => `En retard\u00a0: attendue le ${day}`,
}
const by: Record<Language, (day: string) => string> = {
  en: (day) => `By ${day}`,
  fr: (day) => `Au plus tard le ${day}`,
}

const template = 'contact.actions'

const words = {
  en: ({ account, company }: Addressee, count: number) => {
    const actions = count === 1 ? '1 corrective action' : `${count} corrective actions`
    return {
      template,
      subject: `${company}: ${actions} expected by ${account}`,
      title: `${actions} expected`,
      paragraphs: [
        `${account} asks ${company} to put the following right. Once it is done, say so in your portal and attach files that show it:`,
      ],
    } as const
  },
  fr: ({ account, company }: Addressee, count: number) => {
    const actions = count === 1 ? '1 action corrective attendue' : `${count} actions correctives attendues`
    return {
      template,
      subject: `${company}\u00a0: ${actions} par ${account}`,
      title: actions,
      paragraphs: [
        `${account} demande à ${company} de corriger ce qui suit. Une fois que c’est fait, signalez-le dans votre espace, justificatifs à l’appui\u00a0:`,
      ],
    } as const
  },
}
