import { useTranslation } from 'react-i18next'
import type { Finding } from './findings.queries.ts'

/** By name; somebody who was erased or has left goes by what they were. */
export function useWho(): (who: Finding['openedBy']) => string {
  const { t } = useTranslation()
  return ({ name, type }) => {
    const known = type === 'USER' || type === 'API_CLIENT' || type === 'CONTACT' ? type : 'JOB'
    return name ?? t(`findings.who.${known}`)
  }
}
