import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/panel.tsx'
import { problemAt } from './field-problems.ts'
import type { FieldsProps } from './provider-draft.ts'
import classes from './single-sign-on.module.css'

const claims = ['email', 'name', 'subject'] as const

/** The names of the claims that say who somebody is, and which addresses are believed. */
export function PeopleFields(props: FieldsProps) {
  const { t } = useTranslation()
  const { draft, change } = props
  return (
    <Panel title={t('singleSignOn.people')} help={t('singleSignOn.peopleHelp')}>
      <Stack gap="md">
        <div className={classes.pair}>
          {claims.map((claim) => (
            <ClaimField key={claim} {...props} claim={claim} />
          ))}
        </div>
        <Checkbox
          label={t('singleSignOn.trust')}
          description={t('singleSignOn.trustHelp')}
          checked={draft.trustUnverifiedEmail}
          onChange={({ currentTarget }) => change({ trustUnverifiedEmail: currentTarget.checked })}
        />
      </Stack>
    </Panel>
  )
}

type Claim = keyof FieldsProps['draft']['claims']

export function ClaimField({ draft, change, error, claim }: FieldsProps & { claim: Claim }) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t(`singleSignOn.claim.${claim}`)}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      classNames={{ input: classes.code ?? '' }}
      value={draft.claims[claim]}
      error={problemAt(error, `/claims/${claim}`)}
      onChange={({ currentTarget }) => change({ claims: { ...draft.claims, [claim]: currentTarget.value } })}
    />
  )
}
