import { Checkbox, MultiSelect, Stack, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/panel.tsx'
import { problemAt } from './field-problems.ts'
import { tokenAlgorithms, tokenTypes, type FieldsProps } from './provider-draft.ts'
import classes from './single-sign-on.module.css'

/** By which words the provider says that somebody gave a second factor there. */
export function SecondFactorFields({ draft, change }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('singleSignOn.secondFactor')} help={t('singleSignOn.secondFactorHelp')}>
      <div className={classes.pair}>
        <TagsInput
          label={t('singleSignOn.amr')}
          placeholder="mfa"
          maxTags={50}
          value={[...draft.amr]}
          onChange={(amr) => change({ amr })}
        />
        <TagsInput
          label={t('singleSignOn.acr')}
          maxTags={50}
          value={[...draft.acr]}
          onChange={(acr) => change({ acr })}
        />
      </div>
    </Panel>
  )
}

/** Which access tokens of the provider the API takes. */
export function TokenFields({ draft, change, error }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('singleSignOn.tokens')} help={t('singleSignOn.tokensHelp')}>
      <Stack gap="md">
        <TextInput
          label={t('singleSignOn.audience')}
          description={t('singleSignOn.audienceHelp')}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={draft.audience}
          error={problemAt(error, '/tokens/audience')}
          onChange={({ currentTarget }) => change({ audience: currentTarget.value })}
        />
        <div className={classes.pair}>
          <MultiSelect
            label={t('singleSignOn.types')}
            data={[...tokenTypes]}
            value={[...draft.types]}
            error={problemAt(error, '/tokens/types')}
            onChange={(types) => change({ types })}
          />
          <MultiSelect
            label={t('singleSignOn.algorithms')}
            data={[...tokenAlgorithms]}
            value={[...draft.algorithms]}
            error={problemAt(error, '/tokens/algorithms')}
            onChange={(algorithms) => change({ algorithms })}
          />
        </div>
        <TextInput
          label={t('singleSignOn.accountClaim')}
          description={t('singleSignOn.accountClaimHelp')}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={draft.accountClaim}
          error={problemAt(error, '/tokens/accountClaim')}
          onChange={({ currentTarget }) => change({ accountClaim: currentTarget.value })}
        />
        <Checkbox
          label={t('singleSignOn.machines')}
          description={t('singleSignOn.machinesHelp')}
          checked={draft.machines}
          onChange={({ currentTarget }) => change({ machines: currentTarget.checked })}
        />
      </Stack>
    </Panel>
  )
}
