/** A list: words that say little about which company is meant. One word in several spellings; the first stands for all. */
const list = (text: string) => text.trim().split(/\s+/)

const genericSets = list(`
  company,co,cie,compagnie,compania,companhia,compagnia,kompaniya corporation,corp,korporatsiya,corporacion,corporate
  group,groupe,gruppe,grupo,gruppo,grup,gruppa,grupa holding,holdings,kholding international,intl,internacional,internationale,internazionale,mezhdunarodnyy
  global,worldwide enterprise,enterprises,entreprise,entreprises,empresa,empresas,predpriyatie,pidpryyemstvo firm,firma,firme
  trading,trade,trades,handels,ticaret,torgovyy,comercio,comercial,commercial,commerce services,service,servicios,servizi,uslugi
  partners,partner management,mgmt office,buro,bureau organization,organisation,org,organizatsiya,organizacion
  society,societe,societa,sociedad,sociedade,obshchestvo association,assoc,assn,asociacion,associazione,assotsiatsiya,verein
  number,no,num,nr,numero vessel,ship,mv,mt,ms general,generale com,www
`)

/** Words without which a name says the same. */
export const stopWords: ReadonlySet<string> = new Set(
  list(`
    and und et y e i en og och ve va the le la les el los las der die das il lo al
    of for de du des del della di da do dos das von van zu po im in on at by pour fur para per s a an`),
)

/** The same activity in several languages. */
const translatedSets = list(`
  bank,banque,banco,banca,banka,bankasi,banking,bankas,banki insurance,assurance,assurances,seguros,versicherung,versicherungen,sigorta,strakhovaya,assicurazioni
  oil,petroleum,petrol,petrole,petroleo,neft,neftyanaya,erdol energy,energie,energia,energiya,enerji
  steel,acier,acero,stahl,stal,celik,acciaio mining,mines,minera,bergbau,gornaya,madencilik industry,industries,industrie,industria,sanayi,promyshlennost,industrial,industrielle
  shipping,maritime,navigation,navigacion,schifffahrt,sudokhodnaya,denizcilik construction,construcciones,costruzioni,stroitelnaya,insaat,bau,building
  transport,transports,transportation,transportes,trasporti,nakliyat university,universite,universidad,universitat,universitet,universiteti
  institute,institut,instituto,istituto research,recherche,forschung,investigacion,issledovatelskiy
  airline,airlines,aviation,aviacion,aviatsiya,airways,havayollari foundation,fondation,fundacion,fondazione,stiftung,fond,vakfi
  engineering,ingenierie,ingenieria,muhendislik,inzhiniring center,centre,centro,zentrum,tsentr,merkezi
  factory,plant,zavod,usine,fabrik,fabrica,fabrika,werk,works ministry,ministere,ministerio,ministerium,ministerstvo
  national,nacional,nationale,natsionalnyy state,etat,estado,gosudarstvennyy petrochemical,petrochimie,petroquimica
  development,developpement,desarrollo,entwicklung,razvitie import,importaciones export,exportaciones
  islamic,islamique,islamica people,peoples,peuple,pueblo front,frente party,parti,partido,partei,partiya army,armee,ejercito,armiya
  investment,investments,invest,investissement,inversiones,investitsii real,estate finance,financial,financiere,financiera,finans technology,technologies,technologie,tecnologia,tekhnologii
  labor,labour center,center defence,defense
`)

const readSets = (sets: readonly string[]) =>
  new Map(sets.flatMap((set) => set.split(',').map((word) => [word, set.split(',')[0] ?? word])))

export const genericWords: ReadonlyMap<string, string> = readSets(genericSets)
export const translations: ReadonlyMap<string, string> = readSets(translatedSets)
