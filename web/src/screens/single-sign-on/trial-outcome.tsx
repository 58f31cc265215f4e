import { Button, Skeleton, Stack } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isRole } from '../../parts/roles/roles.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { trialQuery, type Trial, type TrialStep } from './single-sign-on.queries.ts'
import classes from './single-sign-on.module.css'

const steps = [
  'ADDRESS',
  'DISCOVERY',
  'ISSUER',
  'KEYS',
  'ALGORITHMS',
  'REDIRECT',
  'SIGN_IN',
  'ID_TOKEN',
  'USERINFO',
  'EMAIL',
  'ROLES',
  'PERSON',
] as const satisfies readonly TrialStep['step'][]

/** What came back in a trial, step by step, and what to change. */
export function TrialOutcome({ tryId }: { tryId: string }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const navigate = useNavigate()
  const query = useQuery(trialQuery(accountId, tryId))
  const close = (
    <Button
      size="xs"
      variant="default"
      onClick={() =>
        void navigate({ to: '/account/$accountId/settings/single-sign-on', params: { accountId } })
      }
    >
      {t('singleSignOn.trial.close')}
    </Button>
  )
  return (
    <Panel title={t('singleSignOn.trial.title')} actions={close}>
      {query.isPending && <Skeleton height={240} radius="md" />}
      {query.isError && <ProblemAlert title={t('singleSignOn.trial.loadFailed')} error={query.error} />}
      {query.data !== undefined && (
        <Stack gap="sm">
          <Verdict trial={query.data} />
          <ol className={classes.trial} aria-label={t('singleSignOn.trial.steps')}>
            {steps.map((name) => (
              <Step key={name} name={name} step={query.data.steps.find(({ step }) => step === name)} />
            ))}
          </ol>
        </Stack>
      )}
    </Panel>
  )
}

function verdictOf({ state, steps: taken }: Trial) {
  if (state === 'STARTED') return { word: 'started', tone: 'warning' } as const
  if (state === 'FAILED') return { word: 'failed', tone: 'bad' } as const
  const isSelf = taken.some(({ step, detail }) => step === 'PERSON' && detail === 'YOU')
  return isSelf ? ({ word: 'found', tone: 'good' } as const) : ({ word: 'other', tone: 'info' } as const)
}

function Verdict({ trial }: { trial: Trial }) {
  const { t } = useTranslation()
  const { word, tone } = verdictOf(trial)
  return (
    <Notice tone={tone} live="polite" title={t(`singleSignOn.trial.${word}`)}>
      <span>{t(`singleSignOn.trial.${word}Detail`)}</span>
    </Notice>
  )
}

const icons = {
  PASSED: IconCircleCheck,
  FAILED: IconCircleX,
  SKIPPED: IconCircleDashed,
  NONE: IconCircleDashed,
}

function Step({ name, step }: { name: TrialStep['step']; step: TrialStep | undefined }) {
  const { t } = useTranslation()
  const outcome = step?.outcome ?? 'NONE'
  const Icon = icons[outcome]
  const detail = useDetail(step)
  return (
    <li className={classes.step} data-outcome={outcome}>
      <Icon size={20} stroke={1.8} aria-hidden="true" className={classes.stepIcon} />
      <div className={classes.stepWords}>
        <span className={classes.stepHead}>
          {t(`singleSignOn.trial.step.${name}`)}
          <span className={classes.outcome}>{t(`singleSignOn.trial.outcome.${outcome}`)}</span>
        </span>
        {detail !== null && <span className={`${classes.detail} ${classes.stepDetail}`}>{detail}</span>}
        {step !== undefined && step.advice !== null && <span>{step.advice}</span>}
        {step !== undefined && step.claims.length > 0 && <Claims claims={step.claims} />}
      </div>
    </li>
  )
}

const people = ['YOU', 'ANOTHER_MEMBER', 'INVITED', 'NEW_PERSON'] as const

/** What a step says in short; where the server says it in a word of its own, in the reader's. */
function useDetail(step: TrialStep | undefined): string | null {
  const { t } = useTranslation()
  if (step === undefined || step.detail === null) return null
  const { detail } = step
  if (step.outcome !== 'PASSED') return detail
  if (step.step === 'KEYS') return t('singleSignOn.trial.keys', { count: Number(detail) })
  if (step.step === 'PERSON') {
    const person = people.find((one) => one === detail)
    return person === undefined ? detail : t(`singleSignOn.trial.person.${person}`)
  }
  if (step.step === 'ROLES') {
    const named = detail.split(', ').map((role) => (isRole(role) ? t(`users.role.${role}.name`) : role))
    return named.join(', ')
  }
  return detail
}

function Claims({ claims }: { claims: TrialStep['claims'] }) {
  const { t } = useTranslation()
  return (
    <details className={classes.claims}>
      <summary>{t('singleSignOn.trial.claims')}</summary>
      <dl>
        {claims.map(({ name, value }) => (
          <Claim key={name} name={name} value={value} />
        ))}
      </dl>
    </details>
  )
}

function Claim({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
