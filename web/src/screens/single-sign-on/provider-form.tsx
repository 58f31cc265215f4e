import { Button, Collapse, Group, Select, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Copyable } from '../../parts/secrets/copyable.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { ConnectionFields } from './connection-fields.tsx'
import { isUntold, problemAt } from './field-problems.ts'
import { PeopleFields } from './people-fields.tsx'
import {
  applyPreset,
  isComplete,
  kindOf,
  providerKinds,
  type FieldsProps,
  type ProviderDraft,
  type ProviderKind,
} from './provider-draft.ts'
import { RoleFields } from './role-fields.tsx'
import type { Provider } from './single-sign-on.queries.ts'
import classes from './single-sign-on.module.css'
import { SecondFactorFields, TokenFields } from './token-fields.tsx'
import { usePutProvider } from './use-put-provider.ts'

interface Props {
  provider: Provider | null
  draft: ProviderDraft
  onDraft: (draft: ProviderDraft) => void
  isChanged: boolean
}

export function ProviderForm({ provider, draft, onDraft, isChanged }: Props) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<ProviderKind>(() => kindOf(draft.issuer))
  const put = usePutProvider({ silent: true })
  const form = useRef<HTMLFormElement>(null)
  // What was refused may stand far above the button.
  const { error } = put
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
  const fields: FieldsProps = { draft, change: (part) => onDraft({ ...draft, ...part }), error }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const standing = { state: provider?.state ?? 'DRAFT', enforced: false } as const
    put.mutate({ draft, standing, message: t('singleSignOn.saved') })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <fieldset className={classes.fields} disabled={provider?.enforced === true}>
        {provider?.enforced === true && <Notice tone="info">{t('singleSignOn.locked')}</Notice>}
        <KindPanel
          kind={kind}
          redirectUri={provider?.redirectUri ?? `${window.location.origin}/auth/oidc/callback`}
          onKind={(chosen) => {
            setKind(chosen)
            onDraft(applyPreset(draft, chosen))
          }}
        />
        <ConnectionFields {...fields} kind={kind} hasSecret={provider?.hasClientSecret === true} />
        <PeopleFields {...fields} />
        <RoleFields {...fields} />
        <MoreFields {...fields} />
        {isUntold(error) && <ProblemAlert title={t('common.notDone')} error={error} />}
        <Group>
          <Button type="submit" loading={put.isPending} disabled={!isChanged || !isComplete(draft, provider)}>
            {t(provider === null ? 'singleSignOn.saveDraft' : 'singleSignOn.save')}
          </Button>
        </Group>
      </fieldset>
    </form>
  )
}

interface KindProps {
  kind: ProviderKind
  redirectUri: string
  onKind: (kind: ProviderKind) => void
}

/** What has to be done at the provider before anything works here. */
function KindPanel({ kind, redirectUri, onKind }: KindProps) {
  const { t } = useTranslation()
  const data = providerKinds.map((value) => ({ value, label: t(`singleSignOn.kind.${value}.name`) }))
  return (
    <Panel title={t('singleSignOn.kinds')} help={t('singleSignOn.kindHelp')}>
      <Stack gap="md">
        <Select
          aria-label={t('singleSignOn.kinds')}
          allowDeselect={false}
          data={data}
          value={kind}
          onChange={(chosen) => onKind(chosen ?? 'other')}
        />
        <p className={classes.steps}>{t(`singleSignOn.kind.${kind}.steps`)}</p>
        <Copyable label={t('singleSignOn.redirect')} value={redirectUri} />
      </Stack>
    </Panel>
  )
}

/** What few need; open where it is used already, or where something in it was refused. */
function MoreFields(props: FieldsProps) {
  const { t } = useTranslation()
  const { amr, acr, audience } = props.draft
  const [opened, { toggle }] = useDisclosure(amr.length > 0 || acr.length > 0 || audience !== '')
  const isRefused = problemAt(props.error, '/tokens/audience') !== null
  const isOpen = opened || isRefused
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        variant="subtle"
        size="sm"
        px={6}
        leftSection={<Icon size={16} aria-hidden="true" />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {t('singleSignOn.more')}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap="md" mt="sm">
          <SecondFactorFields {...props} />
          <TokenFields {...props} />
        </Stack>
      </Collapse>
    </div>
  )
}
