import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { valuesOf, type AttributeValue } from '../../../parts/attributes/attribute-value.ts'
import { FormDialog } from '../../../parts/form-dialog/form-dialog.tsx'
import { AttributeInput } from '../attribute-input.tsx'
import type { AttributeDefinition } from '../portfolio.queries.ts'
import type { BulkAction } from './use-bulk.ts'

interface Props {
  accountId: number
  opened: boolean
  count: number
  definitions: readonly AttributeDefinition[]
  onClose: () => void
  onStart: (action: BulkAction) => void
}

export function SetAttributeDialog({ accountId, opened, count, definitions, onClose, onStart }: Props) {
  const { t } = useTranslation()
  const [code, setCode] = useState<string | null>(null)
  // Undefined while what is typed is no value of the type.
  const [value, setValue] = useState<AttributeValue | undefined>(null)
  const settable = definitions.filter(({ calculated }) => calculated === null)
  const definition = settable.find((one) => one.code === code)
  function submit() {
    if (definition === undefined || value === undefined) return
    const { label } = definition
    onStart({
      title: t('portfolio.bulk.attributeTitle', { label, count }),
      act: ({ thirdpartyId }) =>
        api.account(accountId).post('/thirdparties/{thirdpartyId}/attributes', {
          path: { thirdpartyId },
          body: { label, values: valuesOf(value) },
        }),
    })
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('portfolio.bulk.setAttribute')}
      submit={t('portfolio.bulk.apply', { count })}
      onSubmit={submit}
      pending={false}
      disabled={definition === undefined || value === undefined}
    >
      <Select
        data-autofocus
        label={t('portfolio.bulk.which')}
        placeholder={t('portfolio.bulk.choose')}
        data={settable.map((one) => ({ value: one.code, label: one.label }))}
        searchable={settable.length > 8}
        value={code}
        onChange={(chosen) => {
          setCode(chosen)
          setValue(null)
        }}
      />
      {definition !== undefined && (
        <AttributeInput
          key={definition.code}
          definition={definition}
          label={t('portfolio.bulk.value')}
          description={t('portfolio.bulk.emptyClears')}
          onChange={setValue}
        />
      )}
    </FormDialog>
  )
}
