export const leaving = {
  title: 'Départ',
  lead: 'Tout ce que contient ce compte vous appartient. Emportez-le quand vous voulez, et faites supprimer le compte quand vous n’en avez plus besoin.',
  reserved: 'Les exports et la suppression du compte sont réservés aux administrateurs.',
  loadFailed: 'La page n’a pas pu être chargée',
  exports: {
    title: 'Tout exporter',
    'help|one':
      'Une archive ZIP avec toutes les tables, tous les fichiers et les journaux, sans mots de passe ni clés. Les administrateurs reçoivent un e-mail quand elle est prête. Elle est conservée {{count}} jour.',
    'help|other':
      'Une archive ZIP avec toutes les tables, tous les fichiers et les journaux, sans mots de passe ni clés. Les administrateurs reçoivent un e-mail quand elle est prête. Elle est conservée {{count}} jours.',
    ask: 'Tout exporter',
    asked: 'L’export est en préparation. Vous pouvez quitter cette page.',
    failed: 'La liste des exports n’a pas pu être chargée',
    emptyTitle: 'Aucun export pour le moment',
    emptyDetail: 'Les dix derniers exports s’affichent ici, avec leur avancement et l’archive à télécharger.',
    askedAt: 'Demandé le',
    state: 'État',
    archive: 'Archive',
    until: 'À télécharger avant le {{date}}',
    parts: '{{done}} sur {{total}} tables et fichiers',
    states: {
      WAITING: 'En attente',
      RUNNING: 'En préparation',
      READY: 'Prêt',
      FAILED: 'Échec',
      EXPIRED: 'Plus conservé',
    },
    faults: {
      STORE_FULL:
        'L’espace de stockage est plein. L’exploitant doit libérer de la place ; redemandez ensuite un export.',
      STORE_UNAVAILABLE: 'L’espace de stockage était injoignable. Réessayez plus tard.',
      ACCOUNT_DELETED: 'Le compte est en cours de suppression.',
      GIVEN_UP: 'Plusieurs essais ont échoué. Réessayez, ou adressez-vous à l’exploitant.',
    },
  },
  deletion: {
    title: 'Supprimer le compte',
    'help|one':
      'Le compte est supprimé {{count}} jour après votre demande. D’ici là, vous pouvez changer d’avis.',
    'help|other':
      'Le compte est supprimé {{count}} jours après votre demande. D’ici là, vous pouvez changer d’avis.',
    consequences: {
      shut: 'Dès la demande, plus personne ne peut utiliser le compte : ni votre équipe, ni vos fournisseurs, ni les programmes. Les relances et les webhooks s’arrêtent.',
      'grace|one':
        'Pendant {{count}} jour, les administrateurs peuvent encore se connecter, tout exporter et annuler la suppression sur cette page.',
      'grace|other':
        'Pendant {{count}} jours, les administrateurs peuvent encore se connecter, tout exporter et annuler la suppression sur cette page.',
      gone: 'Ensuite, tout est supprimé : entreprises, dossiers, fichiers, journaux, et les personnes qui n’ont pas d’autre compte. Personne ne peut revenir en arrière.',
      proof:
        'L’exploitant conserve une preuve signée de ce qui a été supprimé. Elle contient des nombres et aucun nom.',
      backups:
        'Les sauvegardes contiennent le compte jusqu’à leur expiration. Une sauvegarde restaurée le supprime de nouveau.',
    },
    ask: 'Supprimer le compte…',
    dialogTitle: 'Supprimer {{account}} ?',
    'warning|one':
      'Plus personne ne pourra utiliser le compte dès maintenant. Après {{count}} jour, tout son contenu sera supprimé définitivement.',
    'warning|other':
      'Plus personne ne pourra utiliser le compte dès maintenant. Après {{count}} jours, tout son contenu sera supprimé définitivement.',
    typeName: 'Saisissez le nom du compte : {{account}}',
    nameDiffers: 'Ce n’est pas le nom du compte.',
    reason: 'Motif',
    reasonHelp: 'Pour le journal d’administration.',
    confirm: 'Supprimer le compte',
    dueTitle: 'Ce compte sera supprimé le {{date}}',
    dueDetail:
      'D’ici là, personne ne peut l’utiliser. Les administrateurs peuvent tout exporter et annuler la suppression.',
    finalDetail: 'Elle ne peut pas être annulée ici. Adressez-vous à l’exploitant du service.',
    askedBy: 'Demandée par',
    askedAt: 'Demandée le',
    by: { operator: 'L’exploitant', client: 'Un client d’API' },
    takeBack: 'Annuler la suppression',
    takeBackTitle: 'Garder le compte ?',
    takeBackDetail: 'Chacun pourra de nouveau l’utiliser aussitôt, et ce qui attendait reprendra.',
    takenBack: 'Le compte est conservé',
  },
}
