/** Where something that a document names lies. */
export type Place = 'INSIDE' | 'THIS_COMPUTER' | 'WEB' | 'OTHER_COMPUTER' | 'SCRIPT'

const scripts = /^(?:javascript|vbscript|data|mhtml|ms-[a-z]+|vnd\.sun\.star\.\w+|macro|service|slot|\.uno):/i

export function placeOf(target: string): Place {
  const text = target.trim()
  if (/^data:image\/(?:png|jpeg|gif);/i.test(text)) return 'INSIDE'
  if (scripts.test(text)) return 'SCRIPT'
  if (/^(?:file:\/{0,3})?[a-z]:[\\/]|^file:\/\/(?:localhost)?\/(?![\\/])/i.test(text)) return 'THIS_COMPUTER'
  if (/^(?:\\\\|\/\/|smb:|file:)/i.test(text)) return 'OTHER_COMPUTER'
  return /^[a-z][a-z\d+.-]*:/i.test(text) ? 'WEB' : 'INSIDE'
}
