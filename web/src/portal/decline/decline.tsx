import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Body } from '@vigie/client'
import { useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { showEntrance } from '../entrance/entrance-state.ts'
import { removeAllStored } from '../device-storage.ts'
import { Problem } from '../parts/problem.tsx'
import { portalApi, type Me } from '../portal-api.ts'
import { go, PageTitle, paths } from '../route.tsx'
import { useTexts } from '../texts.tsx'
import { ColleagueFields, isIncomplete, namedColleague, nobody } from './colleague.tsx'
import classes from './decline.module.css'

type Reason = 'NOT_ME' | 'DECLINED'

/** For who was asked by mistake, or will not answer. */
export function Decline({ me }: { me: Me }) {
  const { t } = useTexts()
  const [reason, setReason] = useState<Reason | null>(null)
  const [colleague, setColleague] = useState(nobody)
  const [tried, setTried] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const address = useRef<HTMLInputElement>(null)
  const attempt = useMutation({
    mutationFn: (body: Body<'declineRequests'>) => portalApi.post('/portal/api/decline', { body }),
    onSuccess: (_answer, given) => {
      removeAllStored('form', 'uploads')
      showEntrance(given.reason === 'NOT_ME' ? 'notMe' : 'declined')
    },
  })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (reason === null) first.current?.focus()
    else if (isIncomplete(colleague)) address.current?.focus()
    else attempt.mutate({ reason, ...namedColleague(colleague) })
  }

  return (
    <form noValidate onSubmit={submit} className={classes.page}>
      <PageTitle className={classes.title}>{t.decline.title}</PageTitle>
      <p className={classes.lead}>{t.decline.lead(me.account)}</p>
      {attempt.isError && <Problem title={t.decline.failed} error={attempt.error} />}
      <Reasons company={me.company} chosen={reason} onChoose={setReason} first={first} />
      {tried && reason === null && (
        <p role="alert" className={classes.error}>
          {t.decline.choose}
        </p>
      )}
      {reason !== null && (
        <ColleagueFields
          {...me}
          draft={colleague}
          onChange={setColleague}
          wrong={tried && isIncomplete(colleague)}
          address={address}
        />
      )}
      <div className={classes.actions}>
        <Button type="submit" size="md" color="red.8" loading={attempt.isPending}>
          {t.decline.confirm}
        </Button>
        <Button size="md" variant="default" onClick={() => go(paths.home)}>
          {t.decline.back}
        </Button>
      </div>
    </form>
  )
}

interface ReasonsProps {
  company: string
  chosen: Reason | null
  onChoose: (reason: Reason) => void
  first: RefObject<HTMLInputElement | null>
}

function Reasons({ company, chosen, onChoose, first }: ReasonsProps) {
  const { t } = useTexts()
  const options = [
    { value: 'NOT_ME', label: t.decline.notMe, help: t.decline.notMeHelp(company) },
    { value: 'DECLINED', label: t.decline.declined, help: t.decline.declinedHelp(company) },
  ] as const
  return (
    <fieldset className={classes.options}>
      <legend>{t.decline.question}</legend>
      {options.map(({ value, label, help }, index) => (
        <label key={value} htmlFor={`reason-${value}`} className={classes.option}>
          <input
            ref={index === 0 ? first : undefined}
            id={`reason-${value}`}
            type="radio"
            name="reason"
            checked={chosen === value}
            aria-describedby={`help-${value}`}
            onChange={() => onChoose(value)}
          />
          {label}
          <span id={`help-${value}`} className={classes.help}>
            {help}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
