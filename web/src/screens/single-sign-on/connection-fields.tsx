import { Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/index.ts'
import { Panel } from '../../ui/panel.tsx'
import { problemAt } from './field-problems.ts'
import { issuerExamples, type FieldsProps, type ProviderKind } from './provider-draft.ts'
import classes from './single-sign-on.module.css'

interface Props extends FieldsProps {
  kind: ProviderKind
  hasSecret: boolean
}

export function ConnectionFields({ draft, change, error, kind, hasSecret }: Props) {
  const { t } = useTranslation()
  return (
    <Panel title={t('singleSignOn.connection')}>
      <Stack gap="md">
        <TextInput
          label={t('singleSignOn.issuer')}
          description={t('singleSignOn.issuerHelp')}
          placeholder={issuerExamples[kind]}
          type="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={draft.issuer}
          error={problemAt(error, '/issuer')}
          onChange={({ currentTarget }) => change({ issuer: currentTarget.value })}
        />
        <div className={classes.pair}>
          <TextInput
            label={t('singleSignOn.clientId')}
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            value={draft.clientId}
            error={problemAt(error, '/clientId')}
            onChange={({ currentTarget }) => change({ clientId: currentTarget.value })}
          />
          <SecretField draft={draft} change={change} error={error} hasSecret={hasSecret} />
        </div>
        <Checkbox
          label={t('singleSignOn.isPublic')}
          description={t('singleSignOn.isPublicHelp')}
          checked={draft.isPublic}
          onChange={({ currentTarget }) => change({ isPublic: currentTarget.checked })}
        />
        <TextInput
          label={t('singleSignOn.scopes')}
          description={t('singleSignOn.scopesHelp')}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          classNames={{ input: classes.code ?? '' }}
          value={draft.scopes}
          error={problemAt(error, '/scopes')}
          onChange={({ currentTarget }) => change({ scopes: currentTarget.value })}
        />
      </Stack>
    </Panel>
  )
}

/** Written once and never shown. */
function SecretField({ draft, change, error, hasSecret }: FieldsProps & { hasSecret: boolean }) {
  const { t } = useTranslation()
  const isSecretNeeded = isProblem(error, 'IDENTITY_PROVIDER_SECRET_NEEDED')
  const secretProblem = isSecretNeeded ? t('singleSignOn.secretNeeded') : problemAt(error, '/clientSecret')
  return (
    <PasswordInput
      label={t('singleSignOn.clientSecret')}
      description={t(hasSecret ? 'singleSignOn.secretKept' : 'singleSignOn.secretHelp')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      // Not a password of the person: their keeper of passwords shall leave it alone.
      autoComplete="new-password"
      disabled={draft.isPublic}
      maxLength={2000}
      value={draft.clientSecret}
      error={secretProblem}
      onChange={({ currentTarget }) => change({ clientSecret: currentTarget.value })}
      visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
    />
  )
}
