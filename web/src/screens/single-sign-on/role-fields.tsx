import { ActionIcon, Button, Input, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isRole, roles } from '../../parts/roles/roles.ts'
import { Panel } from '../../ui/panel.tsx'
import { ClaimField } from './people-fields.tsx'
import type { FieldsProps, ProviderDraft } from './provider-draft.ts'
import classes from './single-sign-on.module.css'

type Rule = ProviderDraft['roleMapping'][number]

/** What values of a claim give which roles. */
export function RoleFields(props: FieldsProps) {
  const { t } = useTranslation()
  const { draft, change } = props
  const named = useRoleNames()
  return (
    <Panel title={t('singleSignOn.roles')} help={t('singleSignOn.rolesHelp')}>
      <Stack gap="md">
        <ClaimField {...props} claim="roles" />
        <Mapping rules={draft.roleMapping} onRules={(roleMapping) => change({ roleMapping })} />
        <Select
          label={t('singleSignOn.defaultRole')}
          description={t('singleSignOn.defaultRoleHelp')}
          allowDeselect={false}
          data={[{ value: '', label: t('singleSignOn.noDefault') }, ...named]}
          value={draft.defaultRole ?? ''}
          onChange={(role) => change({ defaultRole: role !== null && isRole(role) ? role : null })}
        />
      </Stack>
    </Panel>
  )
}

function useRoleNames() {
  const { t } = useTranslation()
  return roles.map((role) => ({ value: role, label: t(`users.role.${role}.name`) }))
}

function Mapping({ rules, onRules }: { rules: readonly Rule[]; onRules: (rules: readonly Rule[]) => void }) {
  const { t } = useTranslation()
  const change = (at: number, part: Partial<Rule>) =>
    onRules(rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule)))
  return (
    <Input.Wrapper label={t('singleSignOn.mapping')} labelElement="div">
      {rules.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('singleSignOn.noMapping')}
        </Text>
      )}
      <ul className={classes.rules} aria-label={t('singleSignOn.mapping')}>
        {rules.map((rule, index) => (
          <RuleFields
            // Rules have no number of their own, and are only added at the end.
            key={index}
            rule={rule}
            onRule={(part) => change(index, part)}
            onRemove={() => onRules(rules.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <Button
        size="xs"
        variant="default"
        mt="sm"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => onRules([...rules, { value: '', role: 'READER' }])}
      >
        {t('singleSignOn.addRule')}
      </Button>
    </Input.Wrapper>
  )
}

interface RuleProps {
  rule: Rule
  onRule: (part: Partial<Rule>) => void
  onRemove: () => void
}

function RuleFields({ rule, onRule, onRemove }: RuleProps) {
  const { t } = useTranslation()
  const named = useRoleNames()
  return (
    <li className={classes.rule}>
      <TextInput
        label={t('singleSignOn.value')}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={rule.value}
        onChange={({ currentTarget }) => onRule({ value: currentTarget.value })}
      />
      <Select
        label={t('singleSignOn.role')}
        allowDeselect={false}
        data={named}
        value={rule.role}
        onChange={(role) => onRule({ role: role ?? 'READER' })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('singleSignOn.removeRule', { value: rule.value })}
        onClick={onRemove}
      >
        <IconTrash size={17} stroke={1.7} />
      </ActionIcon>
    </li>
  )
}
