import { useTranslation } from 'react-i18next'
import { DayLeft } from '../../../parts/answer/day-left.tsx'
import { useToday } from '../../../parts/answer/use-today.ts'
import { useStepPeople } from '../../../parts/people/use-step-people.ts'
import { useFormat } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useAccountId } from '../../../ui/use-account-id.ts'
import type { Dossier } from '../dossier.queries.ts'
import type { Approval, ApprovalStep } from './approval.queries.ts'
import { StepPill } from './approval-pill.tsx'
import { StepActs } from './step-acts.tsx'
import classes from './approval.module.css'

interface Props {
  dossier: Dossier
  approval: Approval
  step: ApprovalStep
  number: number
}

export function StepItem({ dossier, approval, step, number }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const today = useToday(accountId)
  const whom = useStepPeople(accountId)
  const { state, dueDate, dueDays } = step
  return (
    <li className={classes.step} data-open={state === 'OPEN'}>
      <div className={classes.top}>
        <h3 className={classes.title}>{t('approval.numbered', { number, title: step.title })}</h3>
        <StepPill state={state} />
      </div>
      <p className={classes.line}>
        <span>{whom(step)}</span>
        {state === 'OPEN' && dueDate !== null && <DayLeft day={dueDate} today={today} kind="due" />}
        {state === 'WAITING' && <span>{t('approval.within', { count: dueDays })}</span>}
      </p>
      <Decisions approval={approval} step={step} />
      {state === 'OPEN' && <Waiting approval={approval} step={step} />}
      {state === 'OPEN' && !dossier.archived && <StepActs dossier={dossier} step={step} />}
    </li>
  )
}

function useNames({ people }: Approval): (userId: number) => string {
  const { t } = useTranslation()
  return (userId) => people.find((one) => one.userId === userId)?.name ?? t('tasks.left')
}

/** Who decided what and when, in whose place, and who was asked. */
function Decisions({ approval, step: { decisions, delegations } }: Omit<Props, 'dossier' | 'number'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useNames(approval)
  if (decisions.length === 0 && delegations.length === 0) return null
  return (
    <ul className={classes.said}>
      {delegations.map(({ fromUserId, toUserId, delegatedAt }) => (
        <li key={`${fromUserId} ${toUserId}`}>
          {t('approval.delegated', { from: nameOf(fromUserId), to: nameOf(toUserId) })}{' '}
          <span className={classes.dim}>{format.moment(delegatedAt)}</span>
        </li>
      ))}
      {decisions.map(({ userId, actsAs, forUserId, outcome, remark, decidedAt }) => (
        <li key={userId}>
          <b>{t(`approval.decided.${outcome}`, { name: nameOf(userId) })}</b>
          {actsAs !== 'OWN' && ` (${t(`approval.as.${actsAs}`, { name: nameOf(forUserId ?? userId) })})`}{' '}
          <span className={classes.dim}>{format.moment(decidedAt)}</span>
          {remark !== null && <span className={classes.remark}>{t('timeline.quote', { said: remark })}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Who can decide now, and what stands in the way. */
function Waiting({ approval, step }: Omit<Props, 'dossier' | 'number'>) {
  const { t } = useTranslation()
  const nameOf = useNames(approval)
  const { deciders, onDuty, lacking, caller } = step
  return (
    <>
      {deciders.length > 0 && (
        <p className={classes.text}>
          {t('approval.canDecide')}{' '}
          {deciders
            .map(({ userId, actsAs, forUserId }) =>
              actsAs === 'OWN'
                ? nameOf(userId)
                : `${nameOf(userId)} (${t(`approval.as.${actsAs}`, { name: nameOf(forUserId ?? userId) })})`,
            )
            .join(', ')}
        </p>
      )}
      {lacking > 0 && <Notice tone="warning">{t('approval.lacking', { count: lacking })}</Notice>}
      {onDuty && lacking === 0 && <p className={classes.dim}>{t('approval.onDuty')}</p>}
      {caller === 'AUTHOR' && <Notice tone="info">{t('approval.author')}</Notice>}
      {caller === 'DECIDED' && <p className={classes.dim}>{t('approval.youDecided')}</p>}
      {caller === 'NOT_NAMED' && <p className={classes.dim}>{t('approval.notNamed')}</p>}
    </>
  )
}
