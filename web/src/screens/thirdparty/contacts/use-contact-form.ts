import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, isProblem } from '../../../api/index.ts'
import { currentLanguage, type Language } from '../../../i18n/index.ts'
import { problemText } from '../../../ui/problem-text.ts'
import type { Theme } from '../../../ui/theme-label.tsx'
import { toast } from '../../../ui/toast.ts'
import { useApiMutation } from '../../../ui/use-api-mutation.ts'
import { companyKey, type Contact } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { contactName } from './contact-name.ts'

export interface Draft {
  email: string
  firstName: string
  lastName: string
  language: Language
  themes: Theme[]
}

function draftOf(contact: Contact | null): Draft {
  return {
    email: contact?.email ?? '',
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    language: contact?.language ?? currentLanguage(),
    themes: contact?.themes ?? [],
  }
}

const orNull = (typed: string) => (typed.trim() === '' ? null : typed.trim())
const plausible = /^\S+@\S+\.\S+$/

/** What is typed about a contact, checked, sent, and kept when the server says no. */
export function useContactForm(contact: Contact | null, onDone?: () => void) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const [draft, setDraft] = useState(() => draftOf(contact))
  const [fault, setFault] = useState<string | null>(null)
  const send = useApiMutation({
    mutationFn: (body: ReturnType<typeof bodyOf>) =>
      contact === null
        ? api.account(ids.accountId).post('/thirdparties/{thirdpartyId}/contacts', { path: ids, body })
        : api.account(ids.accountId).patch('/thirdparties/{thirdpartyId}/contacts/{contactId}', {
            path: { ...ids, contactId: contact.contactId },
            body,
          }),
    successMessage: (saved) =>
      contact === null ? t('contacts.added', { name: contactName(saved) }) : t('contacts.changed'),
    invalidates: [companyKey(ids)],
    silent: true,
    onSuccess: () => {
      if (contact === null) setDraft(draftOf(null))
      onDone?.()
    },
  })
  function submit() {
    setFault(null)
    if (!plausible.test(draft.email.trim())) {
      setFault(t('contacts.emailMissing'))
      return
    }
    send.mutate(bodyOf(draft), {
      onError: (error) => {
        // A refusal is about the address far more often than not; anything else is told aside.
        if (isProblem(error)) setFault(problemText(error, t))
        else toast.problem(error)
      },
    })
  }
  const set = (change: Partial<Draft>) => {
    setFault(null)
    setDraft((known) => ({ ...known, ...change }))
  }
  return { draft, set, fault, submit, isSending: send.isPending }
}

function bodyOf({ email, firstName, lastName, language, themes }: Draft) {
  return {
    email: email.trim(),
    firstName: orNull(firstName),
    lastName: orNull(lastName),
    language,
    themes,
  }
}
