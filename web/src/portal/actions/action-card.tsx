import { Pill, type Tone } from '../../ui/pill.tsx'
import type { Action, Actions } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import home from '../home/home.module.css'
import classes from './actions.module.css'
import { EvidenceForm } from './evidence-form.tsx'

const tones: Record<Action['state'], Tone> = { OPEN: 'warning', SUBMITTED: 'info', ACCEPTED: 'good' }

interface Props {
  action: Action
  limits: Pick<Actions, 'fileTypes' | 'maxFileBytes' | 'maxFiles'>
}

export function ActionCard({ action, limits }: Props) {
  const { t, format } = useTexts()
  const { state, late, remark, findingTitle, dueOn, sent } = action
  const date = format.date(dueOn)
  return (
    <article className={classes.card}>
      <h3 className={home.name}>{action.title}</h3>
      {findingTitle !== null && <p className={home.purpose}>{t.actions.found(findingTitle)}</p>}
      {remark !== null && state === 'OPEN' && <p className={home.rejection}>{remark}</p>}
      <p className={home.meta}>
        <Pill tone={tones[state]}>{t.actions.states[state]}</Pill>
        {state === 'OPEN' && late && <Pill tone="bad">{t.request.late(date)}</Pill>}
        {state === 'OPEN' && !late && <span>{t.request.dueOn(date)}</span>}
        {action.mine && <span>{t.actions.mine}</span>}
      </p>
      {sent.length > 0 && <Sent sent={sent} />}
      {state !== 'ACCEPTED' && <EvidenceForm action={action} limits={limits} />}
    </article>
  )
}

function Sent({ sent }: Pick<Action, 'sent'>) {
  const { t, format } = useTexts()
  return (
    <ul className={classes.sent} aria-label={t.actions.sent}>
      {sent.map(({ evidenceId, fileName, fileState, comment, refused, sentAt }) => (
        <li key={evidenceId} data-refused={refused}>
          {fileName !== null && fileState === 'CLEAN' ? (
            <a href={`/portal/api/evidence/${evidenceId}`} download>
              {fileName}
            </a>
          ) : (
            <span>{fileName ?? comment}</span>
          )}
          <span className={home.meta}>
            {format.moment(sentAt)}
            {fileState === 'PENDING' && ` · ${t.sent.beingChecked}`}
            {refused && ` · ${t.actions.refused}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
