export const exports = {
  export: 'Exporter',
  workbook: 'Classeur Excel (.xlsx)',
  csv: 'CSV, pour d’autres logiciels',
  french: 'CSV à points-virgules, pour Excel en français',
  saved: 'Le fichier est dans vos téléchargements.',
}
