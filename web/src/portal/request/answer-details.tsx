import { cellOf } from '../forms/form-values.ts'
import type { FormField, PortalAnswer } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import classes from './request.module.css'
import { SentFiles } from './sent-files.tsx'

interface Props {
  answer: PortalAnswer
  fields: readonly FormField[] | null
}

/** Who sent what and when: files to download, answers in words. */
export function AnswerDetails({ answer, fields }: Props) {
  const { t, format } = useTexts()
  const texts = useAnswerText(fields ?? [])
  const sent = answer.sentAt === null ? null : format.moment(answer.sentAt)
  return (
    <div className={classes.details}>
      {sent !== null && (
        <p className={classes.small}>
          {answer.sentBy === 'ME' ? t.sent.sentByMe(sent) : t.sent.sentByCompany(sent)}
        </p>
      )}
      <SentFiles files={answer.files} />
      {answer.form !== null && answer.form.length > 0 && (
        <dl className={classes.facts}>
          {answer.form.map((entry) => (
            <div key={entry.key}>
              <dt>{entry.title}</dt>
              <dd>{texts(entry)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

type Entry = NonNullable<PortalAnswer['form']>[number]

/** The label of a choice, yes or no; anything else as it was written. */
function useAnswerText(fields: readonly FormField[]) {
  const { t } = useTexts()
  return ({ key, value, type }: Entry) => {
    const chosen = cellOf(fields, key)?.choices?.find(({ code }) => code === value)
    if (chosen !== undefined) return chosen.label
    if (type !== 'boolean') return value
    return value === 'true' ? t.form.yes : t.form.no
  }
}
