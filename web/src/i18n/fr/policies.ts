import type { Texts } from '../en/index.ts'

export const policies: Texts['policies'] = {
  title: 'Politiques',
  lead: 'Ce qui se passe automatiquement quand des coordonnées bancaires changent, quand personne ne répond à temps, et quand quelque chose s’oppose à une relation.',
  loadFailed: 'Cette politique n’a pas pu être chargée',
  bank: 'Quand des coordonnées bancaires changent',
  bankHelp:
    'De nouvelles coordonnées qui en remplacent d’acceptées attendent qu’une personne ait appelé l’entreprise et que deux personnes aient accepté ; les anciennes restent en vigueur.',
  guard: 'Protéger les changements de coordonnées bancaires',
  guardHelp:
    'Le responsable du dossier reçoit la tâche d’appeler l’entreprise, les anciens contacts sont prévenus par mail, et deux personnes qui n’ont pas envoyé les coordonnées acceptent. Désactivée, seuls les signes ci-dessous sont affichés.',
  recentChange: 'Un second changement surprend s’il suit de moins de',
  newContact: 'Un expéditeur est nouveau pendant',
  days: 'jours',
  signs: 'Ce qui est montré aux examinateurs',
  sign: {
    BANK_ACCOUNT_CHANGED: 'Un autre compte avait été accepté.',
    BANK_COUNTRY_DIFFERS: 'Le compte n’est pas dans le pays de l’entreprise.',
    BANK_HOLDER_DIFFERS: 'Le titulaire ne porte ni le nom ni l’enseigne de l’entreprise.',
    BIC_CONTRADICTS: 'Le BIC est d’un autre pays ou d’une autre banque que l’IBAN.',
    BANK_CHANGED_AGAIN: 'Les coordonnées avaient déjà changé dans le délai choisi ci-dessus.',
    BANK_SENDER_IS_NEW: 'Le contact qui les a envoyées a été ajouté dans le délai choisi ci-dessus.',
  },
  late: 'Quand personne ne répond à temps',
  lateHelp:
    'Par défaut, rien ne suit quand l’échéance d’un dossier passe : les relances continuent. Choisissez pour chaque type de dossier ce qu’entraîne un retard. Les pièces restent manquantes, et tout s’arrête dès qu’elles sont envoyées.',
  lateNone: 'Aucun type de dossier n’est encore publié.',
  type: 'Type de dossier',
  follows: 'Ce qui suit',
  nothingFollows: 'Rien',
  'actionAfter|zero': 'Action requise dès le lendemain de l’échéance',
  'actionAfter|one': 'Action requise après {{count}} jour',
  'actionAfter|other': 'Action requise après {{count}} jours',
  'escalatedAfter|zero': 'Une tâche pour le responsable hiérarchique dès le lendemain de l’échéance',
  'escalatedAfter|one': 'Une tâche pour le responsable hiérarchique après {{count}} jour',
  'escalatedAfter|other': 'Une tâche pour le responsable hiérarchique après {{count}} jours',
  changeOf: 'Modifier ce qui suit pour {{name}}',
  lateTitle: 'Quand « {{name}} » est en retard',
  action: 'Le dossier demande une action',
  actionHelp: 'Son statut devient « Action requise », avec le retard pour motif.',
  cap: 'Les indicateurs sont plafonnés',
  capHelp:
    'Les indicateurs de ses thèmes ne dépassent pas ce plafond tant que le dossier demande une action.',
  cappedAt: 'Indicateurs de ses thèmes : {{value}} au plus',
  atMost: 'Au plus',
  escalation: 'Le responsable hiérarchique reçoit une tâche',
  escalationHelp:
    'C’est celui de la personne en charge du dossier ; à défaut, le responsable par défaut. La tâche indique ce qui manque et se ferme d’elle-même.',
  after: 'Jours après l’échéance',
  lateSaved: '{{name}} : enregistré. Les dossiers suivent dans quelques instants.',
  relation: 'Quand une décision de relation est rouverte',
  relationHelp:
    'Le responsable de l’entreprise reçoit la tâche de décider à nouveau. La durée d’une décision se choisit au moment de décider.',
  cause: {
    EXPIRY: 'La décision a pris fin',
    DOSSIER_INVALID: 'Un dossier est devenu invalide',
    COLLECTIVE_PROCEDURE: 'L’entreprise est entrée en procédure collective',
    STRUCK_OFF: 'L’entreprise a été radiée',
    OVERDUE: 'Un dossier est en retard',
    LIST_HIT: 'Le filtrage a trouvé une correspondance possible, ou l’une a été confirmée',
  },
  effect: {
    OFF: 'Rien ne se passe',
    ASK: 'Demander une nouvelle décision',
    SUSPEND: 'Suspendre jusqu’à la décision',
  },
  approvedOnly:
    'Quand elle est seulement demandée, la décision actuelle vaut jusque-là. Hormis la première, ces causes ne concernent que les entreprises approuvées. Un choix compte aussitôt, y compris pour ce qui s’est passé depuis chaque décision.',
  relationSaved: 'Enregistré',
  'relationReopens|one': 'Enregistré : {{count}} décision est rouverte',
  'relationReopens|other': 'Enregistré : {{count}} décisions sont rouvertes',
  wideTitle: 'Rouvrir de nombreuses décisions ?',
  'wideDetail|one': 'Ce choix rouvre {{count}} décision maintenant. Il faudra décider à nouveau.',
  'wideDetail|other':
    'Ce choix rouvre {{count}} décisions maintenant, et il faudra décider à nouveau de chacune. Rien n’a encore été modifié.',
  codes: 'Vos codes',
  codesHelp: 'Le code d’une entreprise est votre propre référence, par exemple son numéro dans votre ERP.',
  uniqueCodes: 'Chaque code désigne une seule entreprise',
  uniqueCodesHelp:
    'Un code qu’une autre entreprise porte déjà est refusé, entreprises archivées comprises. Les programmes peuvent alors lire, ajouter et modifier les entreprises par leur code. Impossible à activer tant que des codes se répètent.',
  'wideConfirm|one': 'Rouvrir {{count}} décision',
  'wideConfirm|other': 'Rouvrir {{count}} décisions',
}
