import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../parts/form-dialog/form-dialog.tsx'
import type { Contact } from '../thirdparty.queries.ts'
import { ContactFields } from './contact-fields.tsx'
import { useContactForm } from './use-contact-form.ts'

interface Props {
  /** Null for a new one. */
  contact: Contact | null
  onClose: () => void
}

export function ContactDialog({ contact, onClose }: Props) {
  const { t } = useTranslation()
  const form = useContactForm(contact, onClose)
  return (
    <FormDialog
      opened
      onClose={onClose}
      size="lg"
      title={contact === null ? t('contacts.add') : t('contacts.changeTitle')}
      submit={contact === null ? t('contacts.add') : t('common.save')}
      onSubmit={form.submit}
      pending={form.isSending}
    >
      <ContactFields form={form} />
    </FormDialog>
  )
}
