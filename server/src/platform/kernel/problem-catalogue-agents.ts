import type { Problem } from './problem-catalogue-entry.ts'

/** Agents: programs that act for a person through the Model Context Protocol. */
export const agentProblems = {
  AGENTS_OFF: {
    status: 403,
    title: 'Agents are switched off',
    titleFr: 'Agents désactivés',
    retryable: false,
    en: 'This account does not let agents in. An administrator can allow them under Settings > Policies.',
    fr: 'Ce compte n’admet pas les agents. Un administrateur peut les autoriser sous Paramètres > Politiques.',
  },
  AGENT_MESSAGE_INVALID: {
    status: 400,
    title: 'Not a message of the protocol',
    titleFr: 'Message hors protocole',
    retryable: false,
    en: 'This is not a message of the Model Context Protocol: {reason}. Send one JSON-RPC 2.0 message, in a version the service knows.',
    fr: 'Ce n’est pas un message du Model Context Protocol : {reason}. Envoyez un seul message JSON-RPC 2.0, dans une version que le service connaît.',
  },
  AGENTS_READ_ONLY: {
    status: 403,
    title: 'Agents may only read',
    titleFr: 'Agents limités à la lecture',
    retryable: false,
    en: 'This account lets agents read but not write; nothing was changed. An administrator can allow writing under Settings > Policies.',
    fr: 'Ce compte laisse les agents lire mais pas écrire ; rien n’a été modifié. Un administrateur peut autoriser l’écriture sous Paramètres > Politiques.',
  },
} as const satisfies Record<string, Problem>
