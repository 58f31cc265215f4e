import { TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import { useTexts } from '../texts.tsx'
import classes from './decline.module.css'

export interface ColleagueDraft {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

export const nobody: ColleagueDraft = { firstName: '', lastName: '', email: '' }

const looksLikeAddress = /^\S+@\S+\.\S+$/

/** A name alone says whom to ask but not where. */
export function isIncomplete({ firstName, lastName, email }: ColleagueDraft): boolean {
  const isNamed = `${firstName}${lastName}${email}`.trim() !== ''
  return isNamed && !looksLikeAddress.test(email.trim())
}

/** As it is sent; nothing where nobody is named. */
export function namedColleague({ firstName, lastName, email }: ColleagueDraft) {
  if (email.trim() === '') return {}
  const [first, last] = [firstName.trim() || null, lastName.trim() || null]
  return { colleague: { firstName: first, lastName: last, email: email.trim() } }
}

interface Props {
  company: string
  account: string
  draft: ColleagueDraft
  onChange: (draft: ColleagueDraft) => void
  wrong: boolean
  address: RefObject<HTMLInputElement | null>
}

/** Who could answer instead, for who knows. */
export function ColleagueFields({ company, account, draft, onChange, wrong, address }: Props) {
  const { t } = useTexts()
  const names = { firstName: t.decline.firstName, lastName: t.decline.lastName }
  return (
    <fieldset className={classes.colleague} aria-describedby="colleague-help">
      <legend>{t.decline.colleague(company)}</legend>
      <p id="colleague-help" className={classes.help}>
        {t.decline.colleagueHelp(account)}
      </p>
      <div className={classes.names}>
        {(['firstName', 'lastName'] as const).map((name) => (
          <TextInput
            key={name}
            size="md"
            maxLength={100}
            autoComplete="off"
            label={names[name]}
            value={draft[name]}
            onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
      <TextInput
        ref={address}
        size="md"
        type="email"
        maxLength={254}
        autoComplete="off"
        label={t.decline.email}
        value={draft.email}
        error={wrong && t.door.emailWrong}
        onChange={(event) => onChange({ ...draft, email: event.currentTarget.value })}
      />
    </fieldset>
  )
}
