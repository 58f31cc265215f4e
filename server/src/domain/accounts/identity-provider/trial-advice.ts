import type { Language } from '../../../platform/kernel/index.ts'
import type { SignInCause } from './sign-in-refusal.ts'

/** A list: what whoever set the provider up can do about each cause. */
const advice: Record<SignInCause, Record<Language, string>> = {
  NO_PROVIDER: {
    en: 'Save the provider first.',
    fr: 'Enregistrez d’abord le fournisseur.',
  },
  ADDRESS_UNSAFE: {
    en: 'Use a public address that begins with https://. For a provider inside the own network, ask the operator to allow its host.',
    fr: 'Utilisez une adresse publique commençant par https://. Pour un fournisseur du réseau interne, demandez à l’exploitant d’autoriser son hôte.',
  },
  ISSUER_UNREACHABLE: {
    en: 'The provider did not give a usable answer. Check the issuer: adding /.well-known/openid-configuration to it must show a document. Then try again.',
    fr: 'Le fournisseur n’a pas donné de réponse utilisable. Vérifiez l’émetteur : en y ajoutant /.well-known/openid-configuration, un document doit s’afficher. Puis réessayez.',
  },
  ISSUER_WRONG: {
    en: 'The provider calls itself otherwise. Copy the issuer exactly as its discovery document states it; an address for all tenants is not accepted.',
    fr: 'Le fournisseur se nomme autrement. Recopiez l’émetteur exactement comme son document de découverte l’indique ; une adresse commune à tous les locataires n’est pas acceptée.',
  },
  STATE_MISMATCH: {
    en: 'The answer does not belong to this trial, came too late, or the settings changed meanwhile. Start again in one browser window.',
    fr: 'La réponse n’appartient pas à cet essai, est arrivée trop tard, ou les réglages ont changé entre-temps. Recommencez dans une seule fenêtre.',
  },
  PROVIDER_REFUSED: {
    en: 'The provider refused the sign-in. Check at the provider that the person may use this application, and that the scopes are allowed.',
    fr: 'Le fournisseur a refusé la connexion. Vérifiez chez lui que la personne peut utiliser cette application et que les scopes sont permis.',
  },
  TOKEN_REFUSED: {
    en: 'The provider did not accept our client. Check the client id, the secret (has it expired?) and the redirect address registered there.',
    fr: 'Le fournisseur n’a pas accepté notre client. Vérifiez l’identifiant, le secret (a-t-il expiré ?) et l’adresse de redirection enregistrée chez lui.',
  },
  ID_TOKEN_REFUSED: {
    en: 'The ID token is not valid: its signature, audience, time or nonce. Check the signing algorithm at the provider, and the clocks.',
    fr: 'Le jeton d’identité n’est pas valide : signature, audience, heure ou nonce. Vérifiez l’algorithme de signature chez le fournisseur, et les horloges.',
  },
  USERINFO_FAILED: {
    en: 'The userinfo address of the provider did not answer for this person. Allow it for this application, or put the claims into the ID token.',
    fr: 'L’adresse userinfo du fournisseur n’a pas répondu pour cette personne. Autorisez-la pour cette application, ou placez les claims dans le jeton d’identité.',
  },
  NO_EMAIL: {
    en: 'No usable e-mail address came back. Add the scope email, name the right claim, or have the provider send the address as a text.',
    fr: 'Aucune adresse e-mail utilisable n’est revenue. Ajoutez le scope email, nommez le bon claim, ou faites envoyer l’adresse sous forme de texte.',
  },
  EMAIL_NOT_VERIFIED: {
    en: 'The provider does not say that the address is verified. If it owns every address it states, switch on the trust of unverified addresses.',
    fr: 'Le fournisseur ne dit pas que l’adresse est vérifiée. S’il possède toutes les adresses qu’il indique, activez la confiance aux adresses non vérifiées.',
  },
  NOT_INVITED: {
    en: 'Nobody with this address was invited, or the directory that provisions the account does not name the person. Invite them, or assign them in the directory.',
    fr: 'Personne n’a été invité à cette adresse, ou l’annuaire qui alimente le compte ne nomme pas cette personne. Invitez-la, ou affectez-la dans l’annuaire.',
  },
  NO_ROLE: {
    en: 'No value of the claim of roles is mapped to a role. Map one of the values that came back, or choose a default role.',
    fr: 'Aucune valeur du claim des rôles ne correspond à un rôle. Associez l’une des valeurs revenues, ou choisissez un rôle par défaut.',
  },
  ADDRESS_TAKEN: {
    en: 'Somebody else of this account already has this address. Change it at the provider, or remove the other person from the account.',
    fr: 'Une autre personne de ce compte a déjà cette adresse. Changez-la chez le fournisseur, ou retirez l’autre personne du compte.',
  },
  SUSPENDED: {
    en: 'The person is suspended here. Reactivate them in the list of people.',
    fr: 'La personne est suspendue ici. Réactivez-la dans la liste des personnes.',
  },
  ADDRESS_NOT_ALLOWED: {
    en: 'The account may not be used from this network address. Add it to the allowed addresses.',
    fr: 'Le compte ne peut pas être utilisé depuis cette adresse réseau. Ajoutez-la aux adresses autorisées.',
  },
  NOT_PROVED_ANEW: {
    en: 'The provider did not ask for a new proof, does not say when it was given (auth_time), or somebody else gave it. Have it send auth_time, or sign out and in again.',
    fr: 'Le fournisseur n’a pas demandé de nouvelle preuve, ne dit pas quand elle a été donnée (auth_time), ou une autre personne l’a donnée. Faites-lui envoyer auth_time, ou déconnectez-vous puis reconnectez-vous.',
  },
}

export function adviceOf(cause: SignInCause, language: Language): string {
  return advice[cause][language]
}
